import type { IssueId, UserId } from '@seismo/protocol';

/** The requester, so that slow searches of one user do not delay those of others. Without: Seismo itself. */
export interface RequestedBy {
  requestedBy?: UserId | null;
}

export interface SearchReads {
  /** How many texts are kept of each of these issues; those of which there is none are left out. */
  textCountsOf(issueIds: IssueId[]): Promise<Map<IssueId, number>>;
}

export interface SearchWrites {
  /** What events say that were stored before; those of a batch come with it. */
  addTexts(issues: IssueTexts[]): Promise<void>;
}

/** Where in an event a text stands. */
export type TextField = 'type' | 'value' | 'culprit' | 'function' | 'file' | 'module' | 'breadcrumb' | 'tag';

export interface SearchText {
  field: TextField;
  text: string;
}

/**
 * What events of an issue say. Events of one issue mostly say the same, so that each text is kept once per issue, however
 * many events say it; and no more of them than `ISSUE_TEXT_CHARS_MAX`, so that no issue can fill the index.
 */
export interface IssueTexts {
  issueId: IssueId;
  /** The most telling first: what there is no room for is left out. */
  texts: SearchText[];
}

/**
 * Words as `words.ts` takes them from text, looked for in the texts of an issue: those of a piece one after the other in one
 * text, whichever field it is in.
 */
export interface TextMatch {
  phrases: { words: string[]; lastGoesOn: boolean }[];
  /** `null`: any. */
  fields: TextField[] | null;
}
