import type { Filter, Pattern, Search, Words } from './ast.ts';

/** The text that `parseSearch` reads back as the same search. */
export function printSearch(search: Search): string {
  switch (search.kind) {
    case 'all':
      return search.of.map((part) => (part.kind === 'any' ? `(${printSearch(part)})` : printSearch(part))).join(' ');
    case 'any':
      return search.of.map((part) => (part.kind === 'all' ? `(${printSearch(part)})` : printSearch(part))).join(' OR ');
    case 'not':
      return search.of.kind === 'all' || search.of.kind === 'any'
        ? `!(${printSearch(search.of)})`
        : `!${printSearch(search.of)}`;
    case 'filter':
      return printFilter(search);
    case 'words':
      return printWords(search);
  }
}

function printFilter({ key, tag, operator, values }: Filter): string {
  const name = tag ? printTagName(key) : key;
  const texts = values.map((value) => printValue(value));
  const list = texts.length === 1 ? texts[0]! : `[${texts.join(',')}]`;
  return `${name}:${operator === '=' ? '' : operator}${list}`;
}

export function printTagName(key: string): string {
  return `tags[${/^[^\]"\\]+$/.test(key) ? key : printQuoted({ pieces: [key] })}]`;
}

/** A tag's name as it has to be written before a colon, if no search key has that name. */
export function printTag(key: string): string {
  return PLAIN_TAG.test(key) ? key : printTagName(key);
}

const PLAIN_TAG = /^[A-Za-z_][\w.-]*$/;

/** A value as it has to be written after a key. */
export function printValue(value: Pattern): string {
  const text = value.pieces.join('*');
  return PLAIN_VALUE.test(text) && value.pieces.every((piece) => !piece.includes('*')) ? text : printQuoted(value);
}

function printWords(words: Words): string {
  return words.phrase ? printQuoted(words) : words.pieces.join('*');
}

function printQuoted({ pieces }: Pattern): string {
  return `"${pieces.map((piece) => piece.replaceAll(/["\\*]/g, String.raw`\$&`)).join('*')}"`;
}

/** No brackets, so that lists and groups end where they should, and no first character of an operator. */
const PLAIN_VALUE = /^[^\s"[\](),\\<>=][^\s"[\](),\\]*$/;
