/**
 * Tokens of a source, enough to tell where its functions begin and end. Reads JavaScript, TypeScript and JSX without a
 * grammar, never fails and reads each character once: on unusual code, a name may be wrong.
 */
export interface Tokens {
  count: number;
  /** `w`: a word or number, `s`: text or a pattern; else the sign itself, `a` standing for `=>`. */
  kinds: string[];
  starts: number[];
  ends: number[];
  /** For an opening bracket the token that closes it, and the other way round; -1 if there is none. */
  partners: number[];
}

const WORD_START = /[\p{L}\p{N}_$#@]/u;
const WORD = /[\p{L}\p{N}_$#@]+/uy;
/** After these words a slash begins a pattern, after any other it divides. */
const BEFORE_PATTERN = new Set(
  'return typeof case in of delete void throw new instanceof do else yield await default'.split(' '),
);
/** Bounded, so that slashes that begin none cost little: real patterns are shorter. */
const PATTERN = /\/(?![*/])(?:[^\\/[\n\r]|\\.|\[(?:[^\]\\\n\r]|\\.){0,100}\]){1,300}\/[a-z]{0,9}/y;
const CLOSERS: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

export function readTokens(text: string): Tokens {
  return new Tokenizer(text).read();
}

class Tokenizer {
  readonly #text: string;
  readonly #tokens: Tokens = { count: 0, kinds: [], starts: [], ends: [], partners: [] };
  readonly #open: number[] = [];
  /** How many brackets were open where each template was left for code. */
  readonly #templates: number[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Tokens {
    while (this.#at < this.#text.length) this.#next();
    return this.#tokens;
  }

  #next(): void {
    const text = this.#text;
    const at = this.#at;
    const char = text[at]!;
    if (char <= ' ') this.#at++;
    else if (WORD_START.test(char)) {
      WORD.lastIndex = at;
      this.#at = WORD.test(text) ? WORD.lastIndex : at + 1;
      this.#push('w', at);
    } else if (char === '/' && text[at + 1] === '/') this.#at = this.#endOfLine(at);
    else if (char === '/' && text[at + 1] === '*') {
      const end = text.indexOf('*/', at + 2);
      this.#at = end < 0 ? text.length : end + 2;
    } else if (char === '/' && this.#mayBePattern()) {
      PATTERN.lastIndex = at;
      this.#at = PATTERN.test(text) ? PATTERN.lastIndex : at + 1;
      this.#push(this.#at > at + 1 ? 's' : '/', at);
    } else if (char === '"' || char === "'") this.#quoted(char);
    else if (char === '`') this.#template(at);
    else if (char === '=' && text[at + 1] === '>') {
      this.#at += 2;
      this.#push('a', at);
    } else if (char === '(' || char === '[' || char === '{') {
      this.#at++;
      this.#open.push(this.#push(char, at));
    } else if (char === ')' || char === ']' || char === '}') this.#close(char);
    else {
      this.#at++;
      this.#push(char, at);
    }
  }

  #push(kind: string, start: number): number {
    const { kinds, starts, ends, partners } = this.#tokens;
    kinds.push(kind);
    starts.push(start);
    ends.push(this.#at);
    partners.push(-1);
    return this.#tokens.count++;
  }

  #close(char: string): void {
    const start = this.#at++;
    const templateDepth = this.#templates.at(-1);
    if (char === '}' && templateDepth !== undefined && this.#open.length === templateDepth) {
      this.#templates.pop();
      this.#template(start);
      return;
    }
    const index = this.#push(char, start);
    const { kinds, partners } = this.#tokens;
    // A brace closes everything still open inside it; any other unmatched bracket is ignored.
    const fits = (opener: number) => kinds[opener] === CLOSERS[char];
    if (char === '}' && this.#open.some(fits)) while (!fits(this.#open.at(-1)!)) this.#open.pop();
    const opener = this.#open.at(-1);
    if (opener === undefined || !fits(opener)) return;
    this.#open.pop();
    partners[opener] = index;
    partners[index] = opener;
  }

  /** Text of a template from its beginning, or from the end of code in it, to its end or the next code. */
  #template(start: number): void {
    const text = this.#text;
    let at = start + 1;
    while (at < text.length && text[at] !== '`' && !(text[at] === '$' && text[at + 1] === '{')) {
      at += text[at] === '\\' ? 2 : 1;
    }
    this.#at = Math.min(text.length, at + (text[at] === '$' ? 2 : 1));
    this.#push('s', start);
    if (text[at] === '$') this.#templates.push(this.#open.length);
  }

  /** Quoted text ends with its line. In JSX an apostrophe may have no partner. */
  #quoted(quote: string): void {
    const text = this.#text;
    const start = this.#at;
    let at = start + 1;
    while (at < text.length && text[at] !== quote && text[at] !== '\n') at += text[at] === '\\' ? 2 : 1;
    const isText = text[at] === quote;
    this.#at = isText ? at + 1 : start + 1;
    this.#push(isText ? 's' : quote, start);
  }

  #endOfLine(at: number): number {
    const end = this.#text.indexOf('\n', at);
    return end < 0 ? this.#text.length : end;
  }

  #mayBePattern(): boolean {
    const { count, kinds, starts, ends } = this.#tokens;
    const kind = kinds[count - 1];
    if (kind === undefined) return true;
    if (kind === 'w') return BEFORE_PATTERN.has(this.#text.slice(starts[count - 1], ends[count - 1]));
    return '(,=:[!&|?{};+-*%~^a'.includes(kind);
  }
}
