import clsx from 'clsx';
import type { Route } from 'next';
import { count, plural } from './count.ts';
import { Link } from './link.tsx';

export interface Tab {
  name: string;
  href: string;
  isCurrent: boolean;
  /** The count shown beside the name. */
  number: string;
}

/** The classes of a tab. */
export function tabClass(on: boolean): string {
  return clsx(
    'inline-flex h-9 shrink-0 items-center gap-1.5 border-b-2 px-2.5 text-13 pointer-coarse:h-11',
    on ? 'border-accent font-medium text-ink' : 'border-transparent text-muted hover:text-ink',
  );
}

/** The count of a tab. `undefined` reserves its space, `null` marks an invalid search. */
export function TabNumber({ number, noun }: { number: number | null | undefined; noun: string }) {
  return (
    <span
      className="min-w-[2ch] text-12 text-muted tabular-nums"
      title={number === null ? 'Invalid search' : undefined}
    >
      {number === undefined ? null : (
        <>
          <span aria-hidden>{number === null ? '–' : count(number)}</span>
          <span className="sr-only">{number === null ? 'Invalid search' : plural(number, noun)}</span>
        </>
      )}
    </span>
  );
}

/** Tabs as links: the URL selects the tab. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav aria-label={label} className="mb-1 flex overflow-x-auto border-b border-line">
      {tabs.map(({ name, href, isCurrent, number }) => (
        <Link
          key={name}
          href={href as Route}
          scroll={false}
          aria-current={isCurrent ? 'page' : undefined}
          className={clsx('-mb-px', tabClass(isCurrent))}
        >
          {name}
          <span className="text-12 text-muted">{number}</span>
        </Link>
      ))}
    </nav>
  );
}
