import clsx from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Route } from 'next';
import type { ReactNode } from 'react';
import { Link } from './link.tsx';

export interface Column {
  name: ReactNode;
  /** Right-aligned, for numbers. */
  number?: boolean;
  /** Width, padding and breakpoints. */
  className?: string;
  /** The link that sorts by this column, highest values first. */
  sortHref?: Route;
  isSorted?: boolean;
  /** Sorted by the lowest values first; then the link of a sorted column reverses it. */
  isAscending?: boolean;
}

/** The header row of a table. */
export function TableHead({ columns, hiddenOnPhones = false }: { columns: Column[]; hiddenOnPhones?: boolean }) {
  return (
    <thead
      className={clsx('border-b border-line text-12 text-muted', hiddenOnPhones && 'hidden md:table-header-group')}
    >
      <tr>
        {columns.map(({ name, number = false, className, sortHref, isSorted = false, isAscending }, index) => (
          <th
            key={index}
            scope="col"
            aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : undefined}
            className={clsx('h-8 font-normal', number ? 'text-right' : 'text-left', className)}
          >
            {sortHref === undefined ? (
              name
            ) : (
              <Link
                href={sortHref}
                title={sortTitle(isSorted, isAscending)}
                className={clsx('rounded-sm hover:text-ink hover:underline', isSorted && 'font-medium text-ink')}
              >
                {name}
                {isSorted ? <Arrow isUp={isAscending === true} /> : null}
              </Link>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Arrow({ isUp }: { isUp: boolean }) {
  const Icon = isUp ? ArrowUp : ArrowDown;
  return <Icon size={12} aria-hidden className="ml-0.5 inline align-[-1px]" />;
}

function sortTitle(isSorted: boolean, isAscending: boolean | undefined): string | undefined {
  if (!isSorted || isAscending) return 'Sort, highest first';
  return isAscending === undefined ? undefined : 'Sort, lowest first';
}
