/**
 * What a search says, before anybody asks what it means. A union of terms, all of which must hold; alternatives and
 * groups would be further kinds of `Term`.
 */
export interface Search {
  terms: Term[];
}

export type Term = FilterTerm | TextTerm;

/** `level:[error,fatal]`, `!release:1.4.*` */
export interface FilterTerm {
  kind: 'filter';
  negated: boolean;
  key: string;
  values: string[];
  /** Where it starts, for problems to point at. */
  offset: number;
}

/** `timeout`, `"cannot read"`, `!timeout` */
export interface TextTerm {
  kind: 'text';
  negated: boolean;
  text: string;
  offset: number;
}

/** A search that cannot be read: what is wrong, in a sentence, and at which character. */
export interface SearchProblem {
  message: string;
  offset: number;
}

export class UnreadableSearch extends Error {
  override name = 'UnreadableSearch';
  readonly problem: SearchProblem;
  constructor(offset: number, message: string) {
    super(message);
    this.problem = { message, offset };
  }
}

/** The text that `parseSearch` reads back as the same search. */
export function printSearch({ terms }: Search): string {
  return terms.map((term) => (term.negated ? '!' : '') + printTerm(term)).join(' ');
}

function printTerm(term: Term): string {
  if (term.kind === 'text') return PLAIN_TEXT.test(term.text) && !isReserved(term.text) ? term.text : quote(term.text);
  const values = term.values.map((value) => (PLAIN_VALUE.test(value) ? value : quote(value)));
  return `${term.key}:${values.length === 1 ? values[0] : `[${values.join(',')}]`}`;
}

const PLAIN_TEXT = /^[^\s"!:[\](),\\][^\s":\\]*$/;
const PLAIN_VALUE = /^[^\s"[\],\\]+$/;

/** Words that a fuller language will need; until then they are refused rather than looked for. */
export function isReserved(word: string): boolean {
  return word === 'AND' || word === 'OR' || word.startsWith('(');
}

function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, (character) => `\\${character}`)}"`;
}
