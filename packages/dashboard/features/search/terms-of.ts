import { tokensOf } from './highlight.ts';

/** The parts of a search that all have to hold, as they are written. With OR, NOT or parentheses in it, it is one part. */
export function termsOf(query: string): string[] {
  const tokens = tokensOf(query.trim());
  if (tokens.some(({ kind, text }) => kind === 'sign' && text !== '!')) return [query.trim()];
  const terms = [''];
  for (const { kind, text } of tokens) {
    if (kind === 'space') terms.push('');
    else terms.push(`${terms.pop()}${text}`);
  }
  return terms.filter((term) => term !== '');
}
