import { renamed } from './renamed.ts';

/** The name that an attribute has in Seismo, whichever of its names a client or a search uses. */
export function currentName(name: string): string {
  return renamed.get(name) ?? name;
}

const former = Map.groupBy(renamed, ([, current]) => current);

/** The names that an attribute had before. */
export function formerNames(name: string): string[] {
  return (former.get(name) ?? []).map(([before]) => before);
}
