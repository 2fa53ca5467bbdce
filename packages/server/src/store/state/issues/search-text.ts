import { storableText } from '../storable-text.ts';

/**
 * The text in which the words of a search are looked for, without case: the same in every engine, which would each lower
 * the case in their own way. The separator keeps a word from matching across two fields.
 */
export function searchTextOf(issue: { type: string; value: string; culprit: string; shortId: string }): string {
  return [issue.type, issue.value, issue.culprit, issue.shortId].join(SEPARATOR).toLowerCase();
}

/** A word as it is looked for in such a text. */
export function searchWordOf(word: string): string {
  return storableText(word).toLowerCase();
}

const SEPARATOR = '\u001f';
