import type { ReactNode } from 'react';
import { Section } from './section.tsx';

/** The last section of a page: actions that cannot be undone, or that take access away. */
export function DangerZone({ children }: { children: ReactNode }) {
  return (
    <Section title="Danger zone">
      <div className="overflow-hidden rounded-md border border-error/50 bg-surface">{children}</div>
    </Section>
  );
}

interface Props {
  title: string;
  note: string;
  /** The button. */
  children: ReactNode;
}

export function DangerRow({ title, note, children }: Props) {
  return (
    <div
      role="group"
      aria-label={title}
      className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3 not-last:border-b not-last:border-line"
    >
      <div className="min-w-0 flex-1 basis-64 text-13">
        <h3 className="font-medium [overflow-wrap:anywhere]">{title}</h3>
        <p className="text-muted">{note}</p>
      </div>
      {children}
    </div>
  );
}
