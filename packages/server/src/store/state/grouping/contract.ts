import type { EventId, IssueId, ProjectId, UserId } from '@seismo/protocol';
import type { SeenIssue } from '#domain/issue-status/apply-facts.ts';
import type { HourCount } from '#domain/issue-status/escalation.ts';
import type { FirstSeen } from '../issues/contract.ts';

// Which hashes make an issue, and how that changes: merging, splitting, taking back.

export interface GroupingReads {
  /** In the order of the hashes. */
  fingerprintsOf(issueIds: IssueId[]): Promise<Fingerprint[]>;
  /** The issue that this one was merged into, directly or indirectly; itself if it was not merged. */
  mergedInto(issueId: IssueId): Promise<IssueId>;
  regroupById(id: string): Promise<Regroup | null>;
}

export interface GroupingWrites {
  /** Hashes that the project does not have stay unknown. */
  moveFingerprints(projectId: ProjectId, hashes: string[], issueId: IssueId): Promise<void>;
  /** A hash that the project has stays where it is. */
  addFingerprints(projectId: ProjectId, hashes: string[], issueId: IssueId): Promise<void>;
  /** Later events with such a hash create a new issue. */
  dropFingerprints(projectId: ProjectId, hashes: string[]): Promise<void>;
  /** `null` removes the redirect. */
  redirectIssue(issueId: IssueId, intoId: IssueId | null): Promise<void>;
  /** If it exists, only `undoneAtMs` changes. */
  saveRegroup(regroup: Regroup): Promise<void>;
  /** Replaces the counts of issues. An issue without events is in no list. */
  recountIssues(counts: IssueRecount[], nowMs: number): Promise<void>;
}

export interface Fingerprint {
  hash: string;
  issueId: IssueId;
}

export interface Regroup {
  id: string;
  projectId: ProjectId;
  userId: UserId | null;
  atMs: number;
  operation: 'merge' | 'split' | 'regroup-by-source-map' | 'undo';
  /**
   * The target of the merge, the new issue of the split, or the regrouped issue; for an undo, that of the undone
   * operation.
   */
  issueId: IssueId;
  /** Hashes that moved there, and from which issue. */
  moves: { hash: string; fromId: IssueId }[];
  /** Single events that moved there, and the hash that each had. */
  events: { eventId: EventId; hash: string }[];
  /** Hashes regrouped by source maps, and their new issue. */
  groups?: { from: string; to: string; issueId: IssueId }[];
  undoneAtMs: number | null;
}

export interface IssueRecount {
  issueId: IssueId;
  events: number;
  /** Distinct, without `''`. */
  userKeys: string[];
  /** By the hour in which they happened. */
  hours: HourCount[];
  /** Every environment and release of the events, at most `FIRST_SEEN_COUNT_MAX` of each kind. */
  firstSeen: FirstSeen[];
  /** The facts of an issue with events; `null` leaves them unchanged, except the releases of its events. */
  seen: Omit<SeenIssue, 'eventCount' | 'userCount'> | null;
}
