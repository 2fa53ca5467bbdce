import { limits } from '@seismo/protocol';
import { isReserved, UnreadableSearch, type Search, type Term } from './syntax.ts';

/**
 * Reads a search, one term after the other, in one pass. Throws `UnreadableSearch`. Which keys there are is handed in: a
 * word with a colon that is no key (`TypeError: x is not a function`, pasted) is text if nothing follows the colon.
 */
export function parseSearch(text: string, keys: readonly string[]): Search {
  if (text.length > limits.QUERY_CHARS_MAX) {
    throw new UnreadableSearch(
      limits.QUERY_CHARS_MAX,
      `The search is ${text.length} characters long; at most ${limits.QUERY_CHARS_MAX} are read.`,
    );
  }
  const terms: Term[] = [];
  let at = skipSpace(text, 0);
  while (at < text.length) {
    if (terms.length === limits.QUERY_TERM_COUNT_MAX) {
      throw new UnreadableSearch(
        at,
        `A search has at most ${limits.QUERY_TERM_COUNT_MAX} terms; this is one too many.`,
      );
    }
    const { term, end } = readTerm(text, at, keys);
    terms.push(term);
    at = skipSpace(text, end);
  }
  return { terms };
}

interface Read<T> {
  term: T;
  end: number;
}

const KEY = /[A-Za-z][\w.-]*:/y;

function readTerm(text: string, offset: number, keys: readonly string[]): Read<Term> {
  const negated = text[offset] === '!';
  const start = negated ? offset + 1 : offset;
  if (start === text.length || isSpace(text[start]!)) {
    throw new UnreadableSearch(offset, 'Nothing follows the "!". Write the term to leave out right after it.');
  }
  KEY.lastIndex = start;
  const key = KEY.exec(text)?.[0].slice(0, -1);
  if (key !== undefined) {
    const valueAt = start + key.length + 1;
    const empty = valueAt === text.length || isSpace(text[valueAt]!);
    if (!empty) {
      const { term: values, end } = readValues(text, valueAt);
      return { term: { kind: 'filter', negated, key, values, offset }, end };
    }
    if (keys.includes(key)) throw new UnreadableSearch(valueAt, `"${key}:" needs a value right after the colon.`);
  }
  const { term: word, end } = text[start] === '"' ? readQuoted(text, start) : readBare(text, start, isSpace);
  if (text[start] !== '"' && isReserved(word)) {
    throw new UnreadableSearch(
      start,
      `Terms are always combined with "and"; there are no groups or alternatives. Put "${word}" in quotes to look for it.`,
    );
  }
  if (word === '') throw new UnreadableSearch(start, 'There is nothing between the quotes.');
  return { term: { kind: 'text', negated, text: word, offset }, end };
}

function readValues(text: string, offset: number): Read<string[]> {
  if (text[offset] === '"') {
    const { term, end } = readQuoted(text, offset);
    return { term: [term], end };
  }
  if (text[offset] !== '[') {
    const { term, end } = readBare(text, offset, isSpace);
    return { term: [term], end };
  }
  const values: string[] = [];
  let at = skipSpace(text, offset + 1);
  while (at < text.length) {
    const { term, end } = text[at] === '"' ? readQuoted(text, at) : readBare(text, at, endsListValue);
    if (term === '' && text[at] !== '"') throw new UnreadableSearch(at, 'A value is missing here in the list.');
    values.push(term);
    at = skipSpace(text, end);
    if (text[at] === ']') return { term: values, end: at + 1 };
    if (at < text.length && text[at] !== ',') {
      throw new UnreadableSearch(at, 'Values of a list are separated by commas: level:[error,fatal].');
    }
    at = skipSpace(text, at + 1);
  }
  throw new UnreadableSearch(offset, 'The list that starts here has no closing "]".');
}

function readQuoted(text: string, offset: number): Read<string> {
  let value = '';
  for (let at = offset + 1; at < text.length; at++) {
    if (text[at] === '"') return { term: value, end: at + 1 };
    if (text[at] === '\\' && at + 1 < text.length) at++;
    value += text[at]!;
  }
  throw new UnreadableSearch(offset, 'The quote that starts here has no end.');
}

function readBare(text: string, offset: number, ends: (character: string) => boolean): Read<string> {
  let end = offset;
  while (end < text.length && !ends(text[end]!)) end++;
  return { term: text.slice(offset, end), end };
}

function skipSpace(text: string, offset: number): number {
  while (offset < text.length && isSpace(text[offset]!)) offset++;
  return offset;
}

function isSpace(character: string): boolean {
  return /\s/.test(character);
}

function endsListValue(character: string): boolean {
  return character === ',' || character === ']' || isSpace(character);
}
