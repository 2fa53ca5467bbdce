import { Refusal } from '#platform/refusal.ts';
import { oneOf, text, texts } from './parameters.ts';

/** What lists of alerts and monitors read. */
export const alertList = {
  project: texts,
  projectSlug: texts,
  id: texts,
  query: text,
  sortBy: oneOf(['id', '-id', 'name', '-name']),
};

interface Named {
  id: string;
  name: string;
}

/** Filters by Sentry's `query`: words in the name, and `key:value` with asterisks. All must match. */
export function searchAlerts<T extends Named>(
  all: readonly T[],
  { id: ids, query = '' }: { id: string[]; query?: string | undefined },
  keys: Record<string, (one: T) => string[]>,
): T[] {
  const terms = query.match(/(?:[^\s"]|"(?:[^"\\]|\\.)*"?)+/g) ?? [];
  const conditions = terms.map((term) => {
    const [, key, value = ''] = /^([\w]+):(.*)$/s.exec(term) ?? [];
    if (key === undefined) return ({ name }: T) => name.toLowerCase().includes(unquoted(term).toLowerCase());
    if (!Object.hasOwn(keys, key)) {
      const known = Object.keys(keys).join(', ');
      throw new Refusal('invalid', `Unknown search key "${key.slice(0, 100)}". Known keys: ${known}.`);
    }
    return (one: T) => keys[key]!(one).some((each) => matches(each, unquoted(value)));
  });
  return all.filter((one) => (ids.length === 0 || ids.includes(one.id)) && conditions.every((fits) => fits(one)));
}

export function sorted<T extends Named>(all: readonly T[], sortBy: 'id' | '-id' | 'name' | '-name' | null): T[] {
  const isByName = sortBy?.endsWith('name');
  const inOrder = all.toSorted((one, other) =>
    isByName ? one.name.localeCompare(other.name) : Number(one.id) - Number(other.id),
  );
  return sortBy?.startsWith('-') ? inOrder.toReversed() : inOrder;
}

const unquoted = (value: string): string =>
  value.startsWith('"') ? value.slice(1, value.endsWith('"') ? -1 : undefined).replaceAll(/\\(.)/g, '$1') : value;

/** An asterisk at the beginning or end is any text. */
function matches(value: string, pattern: string): boolean {
  const [before, after] = [pattern.startsWith('*'), pattern.endsWith('*')];
  const part = pattern.slice(before ? 1 : 0, after && pattern.length > 1 ? -1 : undefined).toLowerCase();
  const name = value.toLowerCase();
  if (before) return after ? name.includes(part) : name.endsWith(part);
  return after ? name.startsWith(part) : name === part;
}
