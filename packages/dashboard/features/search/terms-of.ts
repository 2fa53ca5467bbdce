import { tokensOf } from './highlight.ts';

/** The terms of a search that must all match, as written. With OR, NOT or parentheses, it is one term. */
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
