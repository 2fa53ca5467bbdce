import type { IssueFilter } from '@seismo/server';

/** The optional columns of an issue list; widths in CSS pixels. */
export const columns = [
  { id: 'trend', name: 'Trend', width: 144, align: 'left' },
  { id: 'events', name: 'Events', width: 80, align: 'right' },
  { id: 'users', name: 'Users', width: 80, align: 'right' },
  { id: 'priority', name: 'Priority', width: 96, align: 'left' },
  { id: 'assignee', name: 'Assignee', width: 144, align: 'left' },
  { id: 'release', name: 'Last release', width: 144, align: 'left' },
  { id: 'total', name: 'All-time events', width: 96, align: 'right' },
  { id: 'seen', name: 'Last seen', width: 96, align: 'right' },
] as const satisfies { id: string; name: string; width: number; align: 'left' | 'right' }[];

export type ColumnId = (typeof columns)[number]['id'];

/** The order in which the header of a column puts the list. */
export const sortOf: Partial<Record<ColumnId, IssueFilter['sort']>> = {
  trend: 'trends',
  events: 'events',
  users: 'users',
  seen: 'last-seen',
};

export const defaultColumns: readonly ColumnId[] = ['trend', 'events', 'users', 'seen'];

/** In the order of the list. The last column is always visible. */
export function readColumns(given: readonly string[] | null): ColumnId[] {
  const visible: readonly string[] = given ?? defaultColumns;
  return columns.map(({ id }) => id).filter((id) => id === 'seen' || visible.includes(id));
}
