import type { IssueId, UserId } from '@seismo/protocol';
import type { TextField } from '#domain/search/issue-condition.ts';

/** The requester, so that slow searches of one user do not delay those of others. Without: Seismo itself. */
export interface RequestedBy {
  requestedBy?: UserId | null;
}

export interface SearchReads {
  /** The number of texts of each of these issues; issues without any are left out. */
  textCountsOf(issueIds: IssueId[]): Promise<Map<IssueId, number>>;
}

export interface SearchWrites {
  /** Adds the texts of stored events; a batch adds its own. */
  addTexts(issues: IssueTexts[]): Promise<void>;
}

export interface SearchText {
  field: TextField;
  text: string;
}

/**
 * The texts of an issue's events. Events of one issue mostly repeat texts, so each is stored once per issue, and at
 * most `ISSUE_TEXT_CHARS_MAX` in total, so that no issue can fill the index.
 */
export interface IssueTexts {
  issueId: IssueId;
  /** Most informative first; the rest is dropped when the space is used up. */
  texts: SearchText[];
}

/**
 * Words as `words.ts` splits text, to find in the texts of an issue: the words of a piece follow each other in one text
 * of any field.
 */
export interface TextMatch {
  phrases: { words: string[]; lastIsPrefix: boolean }[];
  /** `null`: any. */
  fields: TextField[] | null;
}
