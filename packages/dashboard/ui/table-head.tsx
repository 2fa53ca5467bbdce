import clsx from 'clsx';
import type { ReactNode } from 'react';

export interface Column {
  name: ReactNode;
  /** Right-aligned, as its figures are. */
  number?: boolean;
  /** Width, padding, and from which width of the screen on it is there. */
  className?: string;
}

/** The names of a table's columns. `folds`: on phones a row says by itself what it has, without columns. */
export function TableHead({ columns, hiddenOnPhones = false }: { columns: Column[]; hiddenOnPhones?: boolean }) {
  return (
    <thead
      className={clsx('border-b border-line text-12 text-muted', hiddenOnPhones && 'hidden md:table-header-group')}
    >
      <tr>
        {columns.map(({ name, number = false, className }, index) => (
          <th
            key={index}
            scope="col"
            className={clsx('h-8 font-normal', number ? 'text-right' : 'text-left', className)}
          >
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
