import type { ReactNode } from 'react';

/** An empty state: the cause and the next action. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-16 text-center">
      <p className="max-w-full text-16 font-medium [overflow-wrap:anywhere]">{title}</p>
      {children ? (
        <div className="flex max-w-[min(56ch,100%)] flex-col items-center gap-3 text-13 [overflow-wrap:anywhere] text-muted">
          {children}
        </div>
      ) : null}
    </div>
  );
}
