import clsx from 'clsx';
import type { ReactNode } from 'react';

export interface Column {
  name: ReactNode;
  /** Right-aligned, for numbers. */
  number?: boolean;
  /** Width, padding and breakpoints. */
  className?: string;
}

/** The header row of a table. */
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
