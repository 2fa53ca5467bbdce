import type { Attributes } from '../span.ts';
import { renamed } from './renamed.ts';

/** The name that an attribute has in Seismo, whichever of its names a client or a search uses. */
function currentName(name: string): string {
  return renamed.get(name) ?? name;
}

/** Attributes under their current names. One that the client sent under both names keeps both. */
export function withCurrentNames(attributes: Attributes): Attributes {
  if (![...attributes.keys()].some((name) => renamed.has(name))) return attributes;
  const named: Attributes = new Map();
  for (const [name, value] of attributes) {
    const current = currentName(name);
    const other = attributes.get(current) ?? named.get(current);
    const isTaken = current !== name && other !== undefined && other !== value;
    named.set(isTaken ? name : current, value);
  }
  return named;
}
