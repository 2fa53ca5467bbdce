import { renamed } from './renamed.ts';

/** The name that an attribute has in Seismo, whichever of its names a client or a search uses. */
export function currentName(name: string): string {
  return renamed.get(name) ?? name;
}
