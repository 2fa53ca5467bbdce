import type { Route } from 'next';
import clsx from 'clsx';
import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { count, plural } from './count.ts';
import { Link } from './link.tsx';

export interface Tab {
  /** If its name is not unique. */
  id?: string;
  name: string;
  href: string;
  isCurrent: boolean;
  /** With the whole organization. */
  isShared?: boolean;
}

/** A tab is a link: the URL selects it. `children` is its count. */
export function TabLink({ tab, children }: { tab: Tab; children?: ReactNode }) {
  const { name, href, isCurrent, isShared = false } = tab;
  return (
    <Link
      href={href as Route}
      scroll={false}
      aria-current={isCurrent ? 'page' : undefined}
      className={clsx(
        'inline-flex h-9 shrink-0 items-center gap-1.5 border-b-2 px-2.5 text-13 pointer-coarse:h-11',
        // On phones, the row scrolls: at first until the current tab is in its middle.
        isCurrent
          ? 'border-accent font-medium text-ink snap-center [scroll-initial-target:nearest]'
          : 'border-transparent text-muted hover:text-ink',
      )}
    >
      <span className="max-w-44 truncate">{name}</span>
      {isShared ? (
        <>
          <Users size={12} aria-hidden className="text-faint" />
          <span className="sr-only">(shared)</span>
        </>
      ) : null}
      {children}
    </Link>
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

interface TabsProps {
  label: string;
  tabs: (Tab & { number?: string })[];
  /** Buttons at the end of the row. */
  children?: ReactNode;
}

export function Tabs({ label, tabs, children }: TabsProps) {
  return (
    <div className="mb-1 flex items-center gap-1 border-b border-line">
      <nav aria-label={label} className="relative -mb-px flex min-w-0 overflow-x-auto">
        {tabs.map(({ number, ...tab }) => (
          <TabLink key={tab.id ?? tab.name} tab={tab}>
            {number === undefined ? null : <span className="text-12 text-muted">{number}</span>}
          </TabLink>
        ))}
      </nav>
      {children ? <div className="ml-auto flex shrink-0 items-center">{children}</div> : null}
    </div>
  );
}
