import type { ReactNode } from 'react';

/** A labeled group; in the collapsed sidebar, a line between groups. */
export function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div
      role="group"
      aria-label={name}
      className="flex flex-col gap-0.5 not-first:mt-2 not-first:border-t not-first:border-line not-first:pt-2 wide-sidebar:not-first:border-t-0 wide-sidebar:not-first:pt-1"
    >
      <span aria-hidden className="hidden h-6 items-center px-2.5 text-12 text-muted wide-sidebar:flex">
        {name}
      </span>
      {children}
    </div>
  );
}
