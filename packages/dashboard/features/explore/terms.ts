import type { TableValue } from '@seismo/server';
import { termOf } from '#features/search/term.ts';
import { withTerm } from '#features/search/terms-of.ts';

/** The terms that find what has this value in a field. */
export function fieldTerms(name: string, value: TableValue): string[] {
  const [, tag] = /^tags\[(.+)\]$/s.exec(name) ?? [];
  const only = Array.isArray(value) ? (value[0] ?? null) : value;
  const has = `has:${quoted(tag ?? name)}`;
  if (only === null) return [`!${has}`];
  // Durations are in milliseconds, of which searches read three decimals.
  if (name === 'span.duration') return [`${name}:${Number(only)}ms`];
  const text = String(only);
  const term = tag === undefined ? termOf(name, text) : `tags[${quoted(tag)}]:${quoted(text)}`;
  // An empty value finds what does not have the attribute, too.
  return text === '' ? [has, term] : [term];
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
