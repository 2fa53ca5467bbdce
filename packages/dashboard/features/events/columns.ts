import type { EventHeadView } from '@seismo/server';

/** The optional columns of a list of events, as keys of the search. Every other name is a tag. */
export const columns = [
  { id: 'environment', name: 'Environment' },
  { id: 'release', name: 'Release' },
  { id: 'user', name: 'User' },
  { id: 'user.email', name: 'Email' },
  { id: 'transaction', name: 'Route or task' },
  { id: 'http.method', name: 'HTTP method' },
];

const defaultColumns = ['environment', 'release', 'user'];

export const readColumns = (given: string[] | null): string[] => given ?? defaultColumns;

const names = new Map(columns.map(({ id, name }) => [id, name]));
export const columnName = (id: string): string => names.get(id) ?? id;

/** What a cell contains, and the key by which the search finds it; `null` if the event has none. */
export function valueIn(event: EventHeadView, id: string): { key: string; value: string } | null {
  if (id === 'user') {
    const [, field, value] = /^(id|email|username|ip):([^]+)$/.exec(event.userKey) ?? [];
    return value === undefined ? null : { key: `user.${field}`, value };
  }
  const { environment, release, transaction, attributes, tags } = event;
  const known: Record<string, string> = { environment, release, transaction };
  const texts = [known, attributes, tags].find((each) => Object.hasOwn(each, id));
  return texts?.[id] ? { key: id, value: texts[id] } : null;
}
