import { tokensOf, type Token } from './highlight.ts';

/** The terms of a search that must all match, as written. With OR, NOT or parentheses, it is one term. */
export function termsOf(query: string): string[] {
  const tokens = tokensOf(query.trim());
  if (isCombined(tokens)) return [query.trim()];
  const terms = [''];
  for (const { kind, text } of tokens) {
    if (kind === 'space') terms.push('');
    else terms.push(`${terms.pop()}${text}`);
  }
  return terms.filter((term) => term !== '');
}

/** A search that must match this term as well. */
export function withTerm(query: string, term: string): string {
  const terms = termsOf(query);
  if (terms.includes(term)) return query;
  return [...(hasAlternatives(tokensOf(query)) ? [`(${terms[0]})`] : terms), term].join(' ');
}

const isCombined = (tokens: Token[]): boolean => tokens.some(({ kind, text }) => kind === 'sign' && text !== '!');

/** Whether it has an OR outside of parentheses, which binds less tightly than a further term. */
function hasAlternatives(tokens: Token[]): boolean {
  let depth = 0;
  return tokens.some(({ kind, text }) => {
    if (kind === 'sign' && text === '(') depth += 1;
    if (kind === 'sign' && text === ')') depth -= 1;
    return kind === 'sign' && text === 'OR' && depth === 0;
  });
}
