import type { IssueId } from '@seismo/protocol';
import { admit, type Admitted } from './admit.ts';
import type { IssueTexts, SearchReads, SearchWrites, SearchText, TextMatch } from './contract.ts';
import { partsOf, wordsOf } from '#domain/search/words.ts';

export interface SearchData {
  texts: { issueId: IssueId; admitted: Admitted; texts: SearchText[] }[];
}

export function emptySearch(): SearchData {
  return { texts: [] };
}

export function searchReads(current: () => SearchData): SearchReads {
  return {
    textCountsOf: async (issueIds) =>
      new Map(
        current()
          .texts.filter(({ issueId }) => issueIds.includes(issueId))
          .map(({ issueId, texts }) => [issueId, texts.length]),
      ),
  };
}

export function searchWrites(data: SearchData): SearchWrites {
  return { addTexts: async (issues) => applyTexts(data, issues) };
}

export function applyTexts(data: SearchData, issues: IssueTexts[]): void {
  for (const { issueId, texts } of issues) {
    let found = data.texts.find((each) => each.issueId === issueId);
    if (!found) {
      found = { issueId, admitted: { hashes: new Set(), tellingChars: 0, otherChars: 0 }, texts: [] };
      data.texts.push(found);
    }
    found.texts.push(...admit(found.admitted, texts));
    if (found.texts.length === 0) data.texts.pop();
  }
}

/** Every phrase in some text of some field; parts of names written together count where any field will do. */
export function textsMatch(data: SearchData, issueId: IssueId, { phrases, fields }: TextMatch): boolean {
  const texts = data.texts.find((each) => each.issueId === issueId)?.texts ?? [];
  const sequences = texts
    .filter(({ field }) => fields === null || fields.includes(field))
    .flatMap(({ text }) => (fields === null ? [wordsOf(text), partsOf(text)] : [wordsOf(text)]));
  return phrases.every(({ words, lastGoesOn }) =>
    sequences.some((sequence) =>
      sequence.some((_word, start) =>
        words.every((word, index) => {
          const found = sequence[start + index];
          const isLast = index === words.length - 1;
          return found !== undefined && (isLast && lastGoesOn ? found.startsWith(word) : found === word);
        }),
      ),
    ),
  );
}
