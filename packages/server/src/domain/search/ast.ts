/**
 * A parsed search before its keys are resolved. Built through `all`, `any` and `not`, which normalize it: no
 * conjunction directly inside another, none with a single part, no double negation.
 */
export type Search = All | Any | Not | Term;

export interface All extends Span {
  kind: 'all';
  /** None: an empty search, which finds everything. */
  of: Search[];
}

export interface Any extends Span {
  kind: 'any';
  of: Search[];
}

export interface Not extends Span {
  kind: 'not';
  of: Search;
}

export type Term = Filter | Words;

export type Operator = '=' | '>' | '>=' | '<' | '<=';

/** `level:[error,fatal]`, `times_seen:>10`, `has:release`, `tags[my key]:x` */
export interface Filter extends Span {
  kind: 'filter';
  key: string;
  /** Written as `tags[key]`: always a tag. */
  tag: boolean;
  operator: Operator;
  /** More than one (a list) only with `=`: any of them. */
  values: Value[];
}

/** `timeout`, `"cannot read"` */
export interface Words extends Span, Pattern {
  kind: 'words';
  /** In quotes: whole words. Otherwise the last word may be a prefix. */
  phrase: boolean;
}

export interface Value extends Span, Pattern {}

/** Text split at its wildcards: `1.4.*` is `['1.4.', '']`, text without a wildcard is one piece. */
export interface Pattern {
  pieces: string[];
}

/** The characters it was read from: `from` is in, `to` is out. */
export interface Span {
  from: number;
  to: number;
}

export function all(of: Search[], span: Span): Search {
  const parts = of.flatMap((part) => (part.kind === 'all' ? part.of : part));
  return parts.length === 1 ? parts[0]! : { kind: 'all', of: parts, from: span.from, to: span.to };
}

export function any(of: Search[], span: Span): Search {
  const parts = of.flatMap((part) => (part.kind === 'any' ? part.of : part));
  return parts.length === 1 ? parts[0]! : { kind: 'any', of: parts, from: span.from, to: span.to };
}

export function not(of: Search, span: Span): Search {
  return of.kind === 'not' ? of.of : { kind: 'not', of, from: span.from, to: span.to };
}

/** A syntax error: the message, its position and, if known, a correction. */
export interface SearchProblem extends Span {
  message: string;
  suggestion: string | null;
}

export class SearchSyntaxError extends Error {
  override name = 'SearchSyntaxError';
  readonly problem: SearchProblem;
  constructor({ from, to }: Span, message: string, suggestion: string | null = null) {
    super(message);
    this.problem = { message, from, to, suggestion };
  }
}

/** Every term, left to right. */
export function termsOf(search: Search): Term[] {
  if (search.kind === 'not') return termsOf(search.of);
  return search.kind === 'all' || search.kind === 'any' ? search.of.flatMap(termsOf) : [search];
}
