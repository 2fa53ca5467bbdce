import { storableText } from '../storable-text.ts';

/**
 * The lower-case text that word searches use, computed here because engines differ in lower case. The separator
 * prevents matches across two fields.
 */
export function searchTextOf(issue: { type: string; value: string; culprit: string; shortId: string }): string {
  return [issue.type, issue.value, issue.culprit, issue.shortId].join(SEPARATOR).toLowerCase();
}

export function headlineOf({ type, value, culprit }: { type: string; value: string; culprit: string }) {
  return { type: storableText(type), value: storableText(value), culprit: storableText(culprit) };
}

/** A word in the form of such a text. */
export function searchWordOf(word: string): string {
  return storableText(word).toLowerCase();
}

const SEPARATOR = '\u001f';
