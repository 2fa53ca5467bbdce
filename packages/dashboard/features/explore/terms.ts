import type { TableValue } from '@seismo/server';
import { termOf } from '#features/search/term.ts';
import { withTerm } from '#features/search/terms-of.ts';

/** The term that finds what has this value in a field. */
export function fieldTerm(name: string, value: TableValue): string {
  const [, tag] = /^tags\[(.+)\]$/s.exec(name) ?? [];
  const only = Array.isArray(value) ? (value[0] ?? null) : value;
  if (only === null) return `!has:${quoted(tag ?? name)}`;
  // Durations are in milliseconds, of which searches read three decimals.
  if (name === 'span.duration') return `${name}:${Number(only)}ms`;
  if (tag !== undefined) return `tags[${quoted(tag)}]:${quoted(String(only))}`;
  return termOf(name, String(only));
}

const quoted = (text: string): string => `"${text.replaceAll(/["\\*]/g, String.raw`\$&`)}"`;

/** The search of what has these values as well. */
export function queryWith(query: string, terms: readonly string[]): string {
  return terms.reduce(withTerm, query);
}

/** The search of what does not have all of these values. */
export function queryWithout(query: string, terms: readonly string[]): string {
  const [only] = terms;
  if (only === undefined) return query;
  if (terms.length > 1) return withTerm(query, `!(${terms.join(' ')})`);
  return withTerm(query, only.startsWith('!') ? only.slice(1) : `!${only}`);
}
