import clsx from 'clsx';
import { ArrowDown } from 'lucide-react';
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
}

/** The header row of a table. */
export function TableHead({ columns, hiddenOnPhones = false }: { columns: Column[]; hiddenOnPhones?: boolean }) {
  return (
    <thead
      className={clsx('border-b border-line text-12 text-muted', hiddenOnPhones && 'hidden md:table-header-group')}
    >
      <tr>
        {columns.map(({ name, number = false, className, sortHref, isSorted = false }, index) => (
          <th
            key={index}
            scope="col"
            aria-sort={isSorted ? 'descending' : undefined}
            className={clsx('h-8 font-normal', number ? 'text-right' : 'text-left', className)}
          >
            {sortHref === undefined ? (
              name
            ) : (
              <Link
                href={sortHref}
                title={isSorted ? undefined : 'Sort, highest first'}
                className={clsx('rounded-sm hover:text-ink hover:underline', isSorted && 'font-medium text-ink')}
              >
                {name}
                {isSorted ? <ArrowDown size={12} aria-hidden className="ml-0.5 inline align-[-1px]" /> : null}
              </Link>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}
