/** What a list of issues can show beside what broke and where. */
export const columns = [
  { id: 'trend', name: 'Trend', width: 'w-36', align: 'left' },
  { id: 'events', name: 'Events', width: 'w-20', align: 'right' },
  { id: 'users', name: 'Users', width: 'w-20', align: 'right' },
  { id: 'priority', name: 'Priority', width: 'w-24', align: 'left' },
  { id: 'assignee', name: 'Assignee', width: 'w-36', align: 'left' },
  { id: 'release', name: 'Last release', width: 'w-36', align: 'left' },
  { id: 'total', name: 'Events of all time', width: 'w-24', align: 'right' },
  { id: 'seen', name: 'Last seen', width: 'w-24', align: 'right' },
] as const satisfies { id: string; name: string; width: string; align: 'left' | 'right' }[];

export type ColumnId = (typeof columns)[number]['id'];

export const usualColumns: readonly ColumnId[] = ['trend', 'events', 'users', 'seen'];

export const columnsCookie = 'seismo_columns';

/** In the order of the list, whatever the cookie's; the last one holds the buttons of a row and always stays. */
export function readColumns(cookie: string | undefined): ColumnId[] {
  const chosen: readonly string[] = cookie === undefined ? usualColumns : cookie.split('.');
  return columns.map(({ id }) => id).filter((id) => id === 'seen' || chosen.includes(id));
}
