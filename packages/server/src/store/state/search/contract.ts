import type { IssueId, UserId } from '@seismo/protocol';

/** The requester, so that slow searches of one user do not delay those of others. Without: Seismo itself. */
export interface RequestedBy {
  requestedBy?: UserId | null;
}

export interface SearchReads {
  /** The number of texts of each of these issues; issues without any are left out. */
  textCountsOf(issueIds: IssueId[]): Promise<Map<IssueId, number>>;
}

export interface SearchWrites {
  /** The texts of events stored before; those of a batch come with it. */
  addTexts(issues: IssueTexts[]): Promise<void>;
}

/** Where in an event a text stands. */
export type TextField = 'type' | 'value' | 'culprit' | 'function' | 'file' | 'module' | 'breadcrumb' | 'tag';

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
