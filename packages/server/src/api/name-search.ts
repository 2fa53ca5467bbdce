import { Refusal } from '#platform/refusal.ts';
import { text } from './parameters.ts';

export const nameSearch = { query: text };

/**
 * Those that a `query` of Sentry finds in a list of organizations, projects, teams or members: words are parts of a name,
 * `slug:shop` is a value as a whole. Without case; all parts must fit. `names` and `keys` say what there is to find.
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
        `Unknown search key "${key.slice(0, 100)}"; known here: ${Object.keys(keys).join(', ')}.`,
      );
    }
    return (one: T) => keys[key]!(one).some((value) => value.toLowerCase() === part.slice(at + 1));
  });
  return all.filter((one) => conditions.every((fits) => fits(one)));
}
