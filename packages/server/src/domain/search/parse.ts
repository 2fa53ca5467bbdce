import { limits } from '@seismo/protocol';
import { all, any, not, SearchSyntaxError, type Filter, type Operator, type Search, type Value } from './ast.ts';

/**
 * Parses a search in one pass. Throws only `SearchSyntaxError`; time grows linearly with the text. `isKey` tells keys:
 * a word with a colon and nothing after it (`TypeError: x is not a function`, pasted) is text if no key has its name.
 */
export function parseSearch(text: string, isKey: (name: string) => boolean): Search {
  if (text.length > limits.QUERY_CHARS_MAX) {
    throw new SearchSyntaxError(
      { from: limits.QUERY_CHARS_MAX, to: text.length },
      `The search is ${text.length} characters long; the limit is ${limits.QUERY_CHARS_MAX}.`,
    );
  }
  return new Reader(text, isKey).read();
}

class Reader {
  readonly #text: string;
  readonly #isKey: (name: string) => boolean;
  #at = 0;
  #depth = 0;
  #terms = 0;

  constructor(text: string, isKey: (name: string) => boolean) {
    this.#text = text;
    this.#isKey = isKey;
  }

  read(): Search {
    const search = this.#any();
    if (this.#at < this.#text.length) {
      throw this.#problem(
        this.#at,
        this.#at + 1,
        'This ")" has no opening "(". To search for the text itself, put it in quotes.',
      );
    }
    return search;
  }

  /** Ends at the end of the text or before a closing parenthesis. `opened` is where the group starts that this is in. */
  #any(opened: number | null = null): Search {
    const from = this.#at;
    const parts: Search[] = [];
    let or: number | null = null;
    do {
      const part = this.#all();
      if (isEmpty(part) && this.#isKeyword('OR')) throw this.#nothingBefore('OR');
      if (isEmpty(part) && or !== null) {
        throw this.#problem(or, or + 2, 'Add a term after "OR", or remove it.');
      }
      if (isEmpty(part) && opened !== null && this.#text[this.#at] === ')') {
        throw this.#problem(opened, this.#at + 1, 'The parentheses are empty.');
      }
      parts.push(part);
      or = this.#at;
    } while (this.#keyword('OR'));
    return any(parts, { from, to: this.#at });
  }

  #all(): Search {
    this.#skipSpace();
    const from = this.#at;
    const parts: Search[] = [];
    while (!this.#isEnd() && !this.#isKeyword('OR')) {
      if (this.#isKeyword('AND')) {
        if (parts.length === 0) throw this.#nothingBefore('AND');
        this.#mustFollow('AND', 'Add a term after "AND", or remove it.');
      }
      parts.push(this.#one());
      this.#skipSpace();
    }
    return all(parts, { from, to: this.#at });
  }

  #one(): Search {
    const from = this.#at;
    if (this.#isKeyword('NOT')) {
      this.#mustFollow('NOT', 'Add the term to exclude after "NOT".');
      return this.#deeper(from, () => not(this.#one(), { from, to: this.#at }));
    }
    if (this.#text[from] === '!') {
      this.#at += 1;
      if (this.#isEnd() || isSpace(this.#text[this.#at]!)) {
        throw this.#problem(from, from + 1, 'Add the term to exclude right after the "!".');
      }
      return this.#deeper(from, () => not(this.#one(), { from, to: this.#at }));
    }
    if (this.#text[from] === '(') {
      return this.#deeper(from, () => {
        this.#at += 1;
        const search = this.#any(from);
        if (this.#text[this.#at] !== ')') {
          throw this.#problem(from, from + 1, 'This "(" has no closing ")".');
        }
        this.#at += 1;
        return search;
      });
    }
    this.#terms += 1;
    if (this.#terms > limits.QUERY_TERM_COUNT_MAX) {
      throw this.#problem(from, this.#text.length, `A search has at most ${limits.QUERY_TERM_COUNT_MAX} terms.`);
    }
    return this.#filter() ?? this.#words();
  }

  #deeper<T>(from: number, read: () => T): T {
    this.#depth += 1;
    if (this.#depth > limits.QUERY_DEPTH_MAX) {
      throw this.#problem(
        from,
        from + 1,
        `Nest parentheses and negations at most ${limits.QUERY_DEPTH_MAX} levels deep.`,
      );
    }
    const result = read();
    this.#depth -= 1;
    return result;
  }

  #filter(): Filter | null {
    const from = this.#at;
    const named = this.#key();
    if (!named) return null;
    const { key, tag, end } = named;
    if (end === this.#text.length || isSpace(this.#text[end]!) || this.#text[end] === ')') {
      if (!tag && !this.#isKey(key)) return null;
      throw this.#problem(from, end, `"${key}:" needs a value right after the colon.`);
    }
    // A pasted URL is one word.
    if (!tag && !this.#isKey(key) && this.#text.startsWith('//', end)) return null;
    this.#at = end;
    const operator = this.#operator();
    const values = this.#text[this.#at] === '[' && operator === '=' ? this.#list() : [this.#value(key)];
    return { kind: 'filter', key, tag, operator, values, from, to: this.#at };
  }

  #key(): { key: string; tag: boolean; end: number } | null {
    if (this.#text.startsWith('tags[', this.#at)) {
      const from = this.#at + 5;
      const quoted = this.#text[from] === '"' ? this.#quoted(from) : null;
      const close = quoted ? quoted.to : this.#text.indexOf(']', from);
      const key = quoted ? quoted.pieces.join('*') : this.#text.slice(from, Math.max(from, close));
      if (close < 0 || this.#text[close] !== ']' || this.#text[close + 1] !== ':' || key === '') {
        throw this.#problem(this.#at, from, 'Write a tag as tags[name]:value.');
      }
      return { key, tag: true, end: close + 2 };
    }
    KEY.lastIndex = this.#at;
    const key = KEY.exec(this.#text)?.[0].slice(0, -1);
    return key === undefined ? null : { key, tag: false, end: this.#at + key.length + 1 };
  }

  #operator(): Operator {
    const found = operators.find((operator) => this.#text.startsWith(operator, this.#at));
    if (!found) return '=';
    this.#at += found.length;
    return found;
  }

  #value(key: string): Value {
    const from = this.#at;
    const value = this.#text[from] === '"' ? this.#quoted(from) : this.#bare(from, isSpace);
    if (value.to === from) throw this.#problem(from - 1, from, `"${key}:" needs a value here.`);
    this.#at = value.to;
    return value;
  }

  #list(): Value[] {
    const from = this.#at;
    const values: Value[] = [];
    this.#at += 1;
    for (;;) {
      this.#skipSpace();
      if (this.#at === this.#text.length) throw this.#problem(from, from + 1, 'This list has no closing "]".');
      const value = this.#text[this.#at] === '"' ? this.#quoted(this.#at) : this.#bare(this.#at, endsListValue, false);
      if (value.to === value.from) throw this.#problem(this.#at, this.#at + 1, 'Add a value here.');
      values.push(value);
      if (values.length > limits.QUERY_LIST_COUNT_MAX) {
        throw this.#problem(value.from, value.to, `A list has at most ${limits.QUERY_LIST_COUNT_MAX} values.`);
      }
      this.#at = value.to;
      this.#skipSpace();
      const next = this.#text[this.#at];
      if (next === ']') break;
      if (next !== ',' && next !== undefined) {
        throw this.#problem(this.#at, this.#at + 1, 'Separate values with commas: level:[error,fatal].');
      }
      this.#at += next === undefined ? 0 : 1;
    }
    this.#at += 1;
    return values;
  }

  #words(): Search {
    const from = this.#at;
    const phrase = this.#text[from] === '"';
    const { pieces, to } = phrase ? this.#quoted(from) : this.#bare(from, isSpace);
    if (pieces.every((piece) => piece.trim() === '')) {
      throw this.#problem(from, to, phrase ? 'The quotes are empty.' : 'A lone "*" matches everything. Remove it.');
    }
    const tooMany = [...this.#text.slice(from, to).matchAll(WORD)][limits.QUERY_PHRASE_WORD_COUNT_MAX];
    if (tooMany) {
      throw this.#problem(
        from + tooMany.index,
        to,
        `A phrase can have at most ${limits.QUERY_PHRASE_WORD_COUNT_MAX} words. Keep the most specific words.`,
      );
    }
    this.#at = to;
    return { kind: 'words', pieces, phrase, from, to };
  }

  /** A backslash escapes the next character; a star without one is a wildcard. */
  #quoted(from: number): Value {
    const pieces = [''];
    for (let at = from + 1; at < this.#text.length; at++) {
      const character = this.#text[at]!;
      if (character === '"') return { pieces: this.#tidy(pieces, from, at + 1), from, to: at + 1 };
      if (character === '*') pieces.push('');
      else if (character === '\\' && at + 1 < this.#text.length) pieces[pieces.length - 1] += this.#text[++at]!;
      else pieces[pieces.length - 1] += character;
    }
    throw this.#problem(from, from + 1, 'This quote has no closing quote.');
  }

  /** Ends before a closing parenthesis that it did not open itself: `foo(bar)` is a word, also inside of a group. */
  #bare(from: number, ends: (character: string) => boolean, parentheses = true): Value {
    const opened: number[] = [];
    let to = from;
    for (; to < this.#text.length; to++) {
      const character = this.#text[to]!;
      if (ends(character)) break;
      if (character === ')' && parentheses && opened.pop() === undefined) break;
      if (character === '(' && parentheses) opened.push(to);
    }
    if (opened.length > 0) {
      const message = 'This "(" is not closed before the word ends. Put text with spaces and parentheses in quotes.';
      throw this.#problem(opened[0]!, opened[0]! + 1, message);
    }
    return { pieces: this.#tidy(this.#text.slice(from, to).split('*'), from, to), from, to };
  }

  /** Wildcards side by side are one. Each of many makes looking through text longer. */
  #tidy(all: string[], from: number, to: number): string[] {
    const pieces = all.filter((piece, index) => piece !== '' || index === 0 || index === all.length - 1);
    if (pieces.length - 1 > limits.QUERY_WILDCARD_COUNT_MAX) {
      throw this.#problem(
        from + [...this.#text.slice(from, to).matchAll(/\*+/g)][limits.QUERY_WILDCARD_COUNT_MAX]!.index,
        to,
        `A value can have at most ${limits.QUERY_WILDCARD_COUNT_MAX} wildcards. To search for the character *, write \\* in quotes.`,
      );
    }
    return pieces;
  }

  /** Keywords must be in capitals. */
  #isKeyword(word: string): boolean {
    const end = this.#at + word.length;
    if (!this.#text.startsWith(word, this.#at)) return false;
    return end === this.#text.length || isSpace(this.#text[end]!) || this.#text[end] === '(' || this.#text[end] === ')';
  }

  #keyword(word: string): boolean {
    if (!this.#isKeyword(word)) return false;
    this.#at += word.length;
    return true;
  }

  #mustFollow(word: string, message: string): void {
    const from = this.#at;
    this.#at += word.length;
    this.#skipSpace();
    if (this.#isEnd() || this.#isKeyword('OR') || this.#isKeyword('AND')) {
      throw this.#problem(from, from + word.length, message);
    }
  }

  #nothingBefore(word: string): SearchSyntaxError {
    return this.#problem(
      this.#at,
      this.#at + word.length,
      `Add a term before "${word}". To search for the word itself, put it in quotes.`,
      `"${word}"`,
    );
  }

  #isEnd(): boolean {
    return this.#at >= this.#text.length || this.#text[this.#at] === ')';
  }

  #skipSpace(): void {
    while (this.#at < this.#text.length && isSpace(this.#text[this.#at]!)) this.#at++;
  }

  #problem(from: number, to: number, message: string, suggestion: string | null = null): SearchSyntaxError {
    return new SearchSyntaxError({ from, to: Math.max(from + 1, to) }, message, suggestion);
  }
}

const KEY = /[A-Za-z_][\w.-]*:/y;
const operators = ['>=', '<=', '>', '<'] as const;

function isEmpty(search: Search): boolean {
  return search.kind === 'all' && search.of.length === 0;
}

/** As in the index (`wordsOf`): in scripts without spaces between words, each character is a word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}])+/gu;

function isSpace(character: string): boolean {
  return SPACE.test(character);
}

const SPACE = /\s/;

function endsListValue(character: string): boolean {
  return character === ',' || character === ']' || isSpace(character);
}
