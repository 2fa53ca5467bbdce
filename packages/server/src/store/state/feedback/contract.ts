import type { EventId, IssueId, ProjectId, UserId } from '@seismo/protocol';
import type { RequestedBy } from '../search/contract.ts';

/**
 * User feedback, with or without an event. Feedback belongs to an issue by hash, so it follows merges and splits: by
 * the hash of its event once that is stored, before that by the digest that the visitor saw.
 */
export interface FeedbackReads {
  /** Which of these IDs the project already has. */
  knownFeedback(projectId: ProjectId, feedbackIds: EventId[]): Promise<EventId[]>;
  /** Feedback about any of these events, or joined to any of these hashes. */
  feedbackAbout(projectId: ProjectId, about: { eventIds: EventId[]; hashes: string[] }): Promise<FeedbackLink[]>;
  /** In the order of their IDs, those that there are. */
  feedbackByIds(ids: number[]): Promise<Feedback[]>;
}

/** See `StateSearches`. */
export interface FeedbackSearches {
  /** Newest first, after the entry `before`. */
  listFeedback(listing: FeedbackListing): Promise<Feedback[]>;
  countFeedback(scope: FeedbackScope): Promise<Record<FeedbackStatus, number>>;
}

export interface FeedbackWrites {
  /** Feedback that the project has already stays unchanged. */
  addFeedback(feedback: FeedbackFacts[]): Promise<void>;
  /** Sets the group of the event of each feedback. */
  joinFeedback(links: Pick<FeedbackLink, 'id' | 'eventHash'>[]): Promise<void>;
  setFeedbackStatus(
    ids: number[],
    change: { status: FeedbackStatus; userId: UserId | null; atMs: number },
  ): Promise<void>;
}

export const feedbackStatuses = ['open', 'done', 'spam'] as const;
export type FeedbackStatus = (typeof feedbackStatuses)[number];

export interface FeedbackFacts {
  projectId: ProjectId;
  /** From the client, unique within the project. Attachments are stored under it. */
  feedbackId: EventId;
  atMs: number;
  message: string;
  /** `''` if the visitor entered none. */
  name: string;
  email: string;
  /** The page on which it was written. */
  url: string;
  /** `widget`, `api`, `error_page`, `user_report`, or any other name from the client. */
  source: string;
  /** The event that the feedback names. */
  eventId: EventId | null;
  /** The group of that event, once it is stored. */
  eventHash: string | null;
  digest: string;
  digestHash: string | null;
  environment: string;
  release: string;
  userKey: string;
  traceId: string;
  replayId: string;
  /** Tags of the visitor's machine and page. */
  tags: Record<string, string>;
}

export interface Feedback extends FeedbackFacts {
  id: number;
  status: FeedbackStatus;
  /** The user who set this status and when; `null` for no user. */
  statusUserId: UserId | null;
  statusAtMs: number | null;
  issueId: IssueId | null;
}

export interface FeedbackLink {
  id: number;
  eventId: EventId;
  eventHash: string | null;
}

export interface FeedbackScope extends RequestedBy {
  projectIds: ProjectId[];
  /** None: all. */
  environments: string[];
  issueId: IssueId | null;
  range: { fromMs: number; toMs: number };
  /** All of them are in the message, in any case. */
  words: string[];
}

export interface FeedbackListing extends FeedbackScope {
  status: FeedbackStatus | null;
  before: { atMs: number; id: number } | null;
  count: number;
}
