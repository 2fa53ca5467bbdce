import { currentName } from '#domain/spans/current-name.ts';
import type { Attributes } from './span.ts';

/** Attributes under their current names. One that the client sent under both names keeps both. */
export function withCurrentNames(attributes: Attributes): Attributes {
  for (const name of attributes.keys()) if (currentName(name) !== name) return renamed(attributes);
  return attributes;
}

function renamed(attributes: Attributes): Attributes {
  const named: Attributes = new Map();
  for (const [name, value] of attributes) {
    const current = currentName(name);
    const other = attributes.get(current) ?? named.get(current);
    const isTaken = current !== name && other !== undefined && other !== value;
    named.set(isTaken ? name : current, value);
  }
  return named;
}
