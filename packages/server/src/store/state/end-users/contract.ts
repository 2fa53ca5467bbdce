import type { EventId, IssueId, ProjectId, UserId } from '@seismo/protocol';
import type { EndUserIdentifier } from '#domain/end-users/identifiers.ts';
import type { Feedback } from '../feedback/contract.ts';
import type { IssueTexts } from '../search/contract.ts';

/** The state that belongs to end users of the monitored apps, and the deletions of it. `tables.ts` classifies every table. */
export interface EndUserReads {
  endUserDeletionById(id: number): Promise<EndUserDeletion | null>;
  /** In the order of their requests. */
  openEndUserDeletions(): Promise<EndUserDeletion[]>;
  /** The newest first. */
  endUserDeletionsOf(projectIds: ProjectId[], count: number): Promise<EndUserDeletion[]>;
  /** Feedback with one of these addresses or user keys and an ID greater than `after`, in the order of the IDs. */
  feedbackOfEndUser(projectId: ProjectId, of: FeedbackMatch, after: number, count: number): Promise<Feedback[]>;
  /** All feedback of the project, in the same way. */
  feedbackAfter(projectId: ProjectId, after: number, count: number): Promise<Feedback[]>;
  /** The IDs of the project's issues that follow `after`. */
  issueIdsAfter(projectId: ProjectId, after: number, count: number): Promise<IssueId[]>;
}

export interface EndUserWrites {
  requestEndUserDeletion(request: NewEndUserDeletion): Promise<number>;
  updateEndUserDeletion(id: number, progress: EndUserProgress, endedAtMs: number | null): Promise<void>;
  deleteFeedback(ids: number[]): Promise<void>;
  /** Deletes the links to these events. */
  deleteSharesOf(eventIds: EventId[]): Promise<number>;
  /** Removes users of issues, and subtracts them from the counts of the issues. */
  removeIssueUsers(users: IssueUser[]): Promise<number>;
  /** Replaces all search texts of these issues. */
  replaceTexts(issueIds: IssueId[], texts: IssueTexts[]): Promise<void>;
  /** Changes the titles of these issues, and those of the project's filtered events. */
  redactTitles(projectId: ProjectId, issueIds: IssueId[], redacted: (text: string) => string): Promise<void>;
}

export interface FeedbackMatch {
  /** In lower case. */
  emails: string[];
  userKeys: string[];
}

export interface IssueUser {
  issueId: IssueId;
  userKey: string;
}

export interface NewEndUserDeletion {
  projectId: ProjectId;
  userId: UserId | null;
  requestedAtMs: number;
  /** The identifiers, masked. */
  label: string;
  identifiers: EndUserIdentifier[];
}

/** What was deleted so far. */
export interface DeletedOfEndUser {
  events: number;
  attachments: number;
  attachmentBytes: number;
  /** Events without content that lost their user. */
  thinned: number;
  /** Sessions that lost their user. */
  sessions: number;
  spans: number;
  feedback: number;
  deadLetters: number;
  /** Users that issues no longer count. */
  issueUsers: number;
  shareLinks: number;
}

/** The rows that one step deletes: stored before it, so that the step is the same after a crash. */
export interface EndUserStep {
  /** Events, and feedback, whose attachments are stored under its ID. */
  eventIds: EventId[];
  events: number;
  /** The users of the events. */
  users: IssueUser[];
  feedbackIds: number[];
  attachments: number;
  attachmentBytes: number;
  blobKeys: string[];
  /** Sessions and events without content that lose their user, and spans, which are deleted; `null` if no such row is changed. */
  cleared: { sessions: number; thinned: number; spans: number } | null;
  deadLetterIds: number[];
  /** Issues that no longer count the user. */
  searchedIssueIds: IssueId[];
  next: EndUserPosition;
}

/** Where the next step continues. */
export interface EndUserPosition {
  /** Rows that only lose their user, and spans, are next. They are changed at once. */
  hasCounted: boolean;
  /** There may be further events or feedback. */
  hasEvents: boolean;
  /** There may be further dead letters, after this one. */
  hasDeadLetters: boolean;
  deadLetterId: number;
  /** There may be further issues that count the user, after this one. They are searched last. */
  hasIssues: boolean;
  issueId: number;
}

export interface EndUserProgress {
  /** `null` once the deletion has ended, so that it does not store what it deleted. */
  identifiers: EndUserIdentifier[] | null;
  step: EndUserStep | null;
  position: EndUserPosition;
  deleted: DeletedOfEndUser;
}

export interface EndUserDeletion extends Omit<NewEndUserDeletion, 'identifiers'>, EndUserProgress {
  id: number;
  endedAtMs: number | null;
}
