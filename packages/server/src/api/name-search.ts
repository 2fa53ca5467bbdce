import { Refusal } from '#platform/refusal.ts';
import { text } from './parameters.ts';

export const nameSearch = { query: text };

/**
 * Filters organizations, projects, teams or members by Sentry's `query`: words are parts of a name, `slug:shop` is a
 * whole value. Case-insensitive; all parts must match. `names` and `keys` return the searchable values.
 */
export function searchByName<T>(
  all: readonly T[],
  query: string | undefined,
  names: (one: T) => string[],
  keys: Record<string, (one: T) => string[]>,
): T[] {
  const parts = (query ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const conditions = parts.map((part) => {
    const at = part.indexOf(':');
    if (at < 1) return (one: T) => names(one).some((name) => name.toLowerCase().includes(part));
    const key = part.slice(0, at);
    if (!Object.hasOwn(keys, key)) {
      throw new Refusal(
        'invalid',
        `Unknown search key "${key.slice(0, 100)}". Known keys: ${Object.keys(keys).join(', ')}.`,
      );
    }
    return (one: T) => keys[key]!(one).some((value) => value.toLowerCase() === part.slice(at + 1));
  });
  return all.filter((one) => conditions.every((fits) => fits(one)));
}
