import { readTokens, type Tokens } from './tokens.ts';

/** The function at an offset of a source: `total`, `Cart.total`, `Basket.<anonymous>`, or `''` outside of functions. */
export type FunctionAt = (offset: number) => string;

interface Range {
  start: number;
  end: number;
  /** `''` for a function without a name. */
  name: string;
  /** The index of the enclosing function. */
  parent: number;
}

/** Words in front of brackets and a block that make no function. */
const CONTROL = new Set('if for while switch catch with await return typeof'.split(' '));
const DECLARING = new Set(['const', 'let', 'var']);
/** Calls that return the function they get: it has the name of the result. */
const WRAPPERS = /^(?:use(?:Callback|Memo|EffectEvent|Event)|memo|forwardRef|lazy|cache|debounce|throttle|once)$/;
/** After a line break these words begin something new, so that an arrow's expression is over. */
const STATEMENTS = new Set(
  'const let var function class export import return if for while switch try throw async await type interface'.split(
    ' ',
  ),
);
const LOOK_BACK_COUNT_MAX = 60;

export function readFunctions(text: string): FunctionAt {
  const ranges = new FunctionFinder(text, readTokens(text)).find();
  return (offset) => {
    let low = 0;
    let high = ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ranges[middle]!.start <= offset) low = middle + 1;
      else high = middle;
    }
    let at = low - 1;
    while (at >= 0 && ranges[at]!.end <= offset) at = ranges[at]!.parent;
    const found = ranges[at];
    if (!found || found.name !== '') return found?.name ?? '';
    for (let up = found.parent; up >= 0; up = ranges[up]!.parent) {
      if (ranges[up]!.name !== '') return `${ranges[up]!.name}.<anonymous>`;
    }
    return '<anonymous>';
  };
}

class FunctionFinder {
  readonly #text: string;
  readonly #tokens: Tokens;
  readonly #ranges: Range[] = [];
  /** Bodies of classes that are open, by the token that closes each. */
  readonly #classes: { name: string; close: number }[] = [];

  /** Arrows within arrows are walked over again and again. Real sources need a tenth of it. */
  #stepsLeft: number;

  constructor(text: string, tokens: Tokens) {
    this.#text = text;
    this.#tokens = tokens;
    this.#stepsLeft = 20 * tokens.count;
  }

  find(): Range[] {
    let pendingClass: string | null = null;
    for (let i = 0; i < this.#tokens.count; i++) {
      while (this.#classes.length > 0 && this.#classes.at(-1)!.close < i) this.#classes.pop();
      const kind = this.#kind(i);
      if (kind === 'w' && this.#word(i) === 'class' && this.#kind(i - 1) !== '.') {
        const next = this.#word(i + 1);
        pendingClass = next === '' || next === 'extends' ? this.#nameFor(i) : next;
      } else if (kind === 'a') this.#arrow(i);
      else if (kind === '{' && pendingClass !== null && 'w)]>'.includes(this.#kind(i - 1))) {
        const close = this.#tokens.partners[i]!;
        this.#classes.push({ name: pendingClass, close: close < 0 ? this.#tokens.count : close });
        pendingClass = null;
      } else if (kind === '{') this.#body(i);
    }
    return nested(this.#ranges);
  }

  /** `name(…) {`, `function (…) {`, with or without a return type. */
  #body(i: number): void {
    if (this.#kind(i - 1) === 'a') return;
    const close = this.#kind(i - 1) === ')' ? i - 1 : this.#beforeReturnType(i);
    const open = close < 0 ? -1 : this.#tokens.partners[close]!;
    if (open < 0) return;
    const name = this.#headName(this.#beforeTypeParameters(open - 1));
    if (name !== null) this.#add(open, this.#endOf(i), name);
  }

  #headName(at: number): string | null {
    if (this.#kind(at) === ']') return '';
    if (this.#kind(at) === 's') return this.#text.slice(this.#tokens.starts[at]! + 1, this.#tokens.ends[at]! - 1);
    const isStar = this.#kind(at) === '*' && this.#word(at - 1) === 'function';
    const word = isStar ? 'function' : this.#word(at);
    if (word === '' || CONTROL.has(word)) return null;
    const start = isStar ? at - 1 : at;
    if (word === 'function') return this.#nameFor(this.#word(start - 1) === 'async' ? start - 1 : start);
    const before = this.#kind(at - 1) === '*' ? at - 2 : at - 1;
    if (this.#word(before) === 'function') return word;
    const owner = this.#classes.at(-1);
    if (!owner || owner.name === '' || this.#isInFunctionOf(owner, at)) return word;
    return word === 'constructor' ? `new ${owner.name}` : `${owner.name}.${word}`;
  }

  /** Whether a function was found that began inside of the class and is still open: its methods are of an object then. */
  #isInFunctionOf(owner: { close: number }, at: number): boolean {
    const last = this.#ranges.at(-1);
    const begin = this.#tokens.partners[owner.close];
    if (!last || begin === undefined || begin < 0) return false;
    return last.start > this.#tokens.starts[begin]! && last.end > this.#tokens.starts[at]!;
  }

  #arrow(i: number): void {
    let first = i - 1;
    if (this.#kind(first) !== 'w') {
      const close = this.#kind(first) === ')' ? first : this.#beforeReturnType(i);
      first = close < 0 ? -1 : this.#tokens.partners[close]!;
    } else {
      const close = this.#beforeReturnType(i);
      if (close >= 0) first = this.#tokens.partners[close]!;
    }
    if (first < 0) return;
    let start = this.#beforeTypeParameters(first - 1) + 1;
    if (this.#word(start - 1) === 'async') start--;
    const end = this.#kind(i + 1) === '{' ? this.#endOf(i + 1) : this.#endOfExpression(i + 1);
    this.#add(first, end, this.#nameFor(start));
  }

  /** Skips `: Promise<Item[]>` backward to the bracket before it; -1 if there is no return type. */
  #beforeReturnType(i: number): number {
    let at = i - 1;
    for (let tried = 0; at > 0 && tried < LOOK_BACK_COUNT_MAX; tried++) {
      const kind = this.#kind(at);
      if (kind === ':') return at < i - 1 && this.#kind(at - 1) === ')' ? at - 1 : -1;
      if (kind === ']' || kind === '}' || kind === ')') {
        const open = this.#tokens.partners[at]!;
        if (open < 0) return -1;
        at = open - 1;
      } else if (kind === 'w' || kind === 's' || '.<>|&,a'.includes(kind)) at--;
      else return -1;
    }
    return -1;
  }

  /** `name<T extends X>(`: to the name. */
  #beforeTypeParameters(at: number): number {
    if (this.#kind(at) !== '>') return at;
    let depth = 0;
    for (let i = at; i > 0 && i > at - LOOK_BACK_COUNT_MAX; i--) {
      if (this.#kind(i) === '>') depth++;
      else if (this.#kind(i) === '<' && --depth === 0) return i - 1;
    }
    return at;
  }

  /** The name that a function or class expression gets from its assignment. */
  #nameFor(start: number): string {
    const before = this.#kind(start - 1);
    if (before === '=' && !this.#comparesAt(start - 1)) return this.#assigned(start - 2);
    if (before === ':' && (this.#kind(start - 3) === '{' || this.#kind(start - 3) === ',')) {
      return this.#kind(start - 2) === 's' ? '' : this.#word(start - 2);
    }
    // `onClick={() => …}` of JSX.
    if (before === '{' && this.#kind(start - 2) === '=') return this.#word(start - 3);
    if (before === '(' && WRAPPERS.test(this.#word(start - 2))) {
      return this.#nameFor(this.#kind(start - 3) === '.' ? start - 4 : start - 2);
    }
    return '';
  }

  /** Whether the sign is the end of `==`, `!=`, `<=` or `>=`. */
  #comparesAt(i: number): boolean {
    return '=!<>'.includes(this.#kind(i - 1)) && this.#tokens.ends[i - 1] === this.#tokens.starts[i];
  }

  /** `const load: Loader = …`, `this.load = …`, `load = …` */
  #assigned(at: number): string {
    for (let i = at; i >= 0 && i > at - LOOK_BACK_COUNT_MAX; i--) {
      const kind = this.#kind(i);
      if (kind === 'w' && DECLARING.has(this.#word(i))) return this.#word(i + 1);
      if (kind === ';' || kind === '{' || kind === '}' || kind === 'a') break;
    }
    return this.#word(at);
  }

  #endOf(open: number): number {
    const close = this.#tokens.partners[open]!;
    return close < 0 ? this.#text.length : this.#tokens.ends[close]!;
  }

  #endOfExpression(from: number): number {
    const { count, partners, starts, ends } = this.#tokens;
    for (let i = from; i < count && this.#stepsLeft-- > 0; i++) {
      const kind = this.#kind(i);
      // Of a function's type: `(): () => void {`.
      if (kind === '{' && i > from && this.#kind(i - 1) === 'w') return starts[i]!;
      if (kind === '(' || kind === '[' || kind === '{') {
        if (partners[i]! < 0) return this.#text.length;
        i = partners[i]!;
        continue;
      }
      if (',;)]}'.includes(kind)) return starts[i]!;
      if (i > from && STATEMENTS.has(this.#word(i)) && this.#text.slice(ends[i - 1], starts[i]).includes('\n')) {
        return ends[i - 1]!;
      }
    }
    return this.#text.length;
  }

  #add(first: number, end: number, name: string): void {
    this.#ranges.push({ start: this.#tokens.starts[first]!, end, name, parent: -1 });
  }

  #kind(i: number): string {
    return this.#tokens.kinds[i] ?? '';
  }

  #word(i: number): string {
    return this.#kind(i) === 'w' ? this.#text.slice(this.#tokens.starts[i], this.#tokens.ends[i]) : '';
  }
}

function nested(ranges: Range[]): Range[] {
  ranges.sort((one, other) => one.start - other.start || other.end - one.end);
  const open: number[] = [];
  for (const [index, range] of ranges.entries()) {
    while (open.length > 0 && ranges[open.at(-1)!]!.end <= range.start) open.pop();
    range.parent = open.at(-1) ?? -1;
    open.push(index);
  }
  return ranges;
}
