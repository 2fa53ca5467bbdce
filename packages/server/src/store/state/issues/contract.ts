import type { IssueId, OrganizationId, ProjectId, UserId } from '@seismo/protocol';
import type { Subscription } from '../notifications/contract.ts';
import type { RequestedBy } from '../search/contract.ts';
import type { IssueCondition } from '#domain/search/issue-condition.ts';
import type { Mention } from '#domain/notifications/mentions.ts';
import type { Assignee } from '#domain/ownership/assignee.ts';
import type { EventActivity, EventFacts, Headline, SeenIssue } from '#domain/issue-status/apply-facts.ts';
import type { Priority } from '#domain/issue-status/priority.ts';
import type { EventRate, HourCount } from '#domain/issue-status/escalation.ts';
import type { Archive, IssueState, IssueStatus, Resolution } from '#domain/issue-status/issue-status.ts';

export type {
  Archive,
  IssueState,
  IssueStatus,
  Resolution,
  Sighting,
  Substate,
} from '#domain/issue-status/issue-status.ts';

export interface IssueReads {
  issueById(id: IssueId): Promise<Issue | null>;
  issueByShortId(organizationId: OrganizationId, shortId: string): Promise<Issue | null>;
  issuesByIds(ids: IssueId[]): Promise<Issue[]>;
  /** Among the project's newest issues of the same type, those with the same culprit or value, newest first. */
  similarIssues(to: Issue, count: number): Promise<Issue[]>;
  /** Newest first. */
  activityOf(issueId: IssueId): Promise<Activity[]>;
  /** Maps the grouping hashes that are known to their issues. */
  issuesByHash(projectId: ProjectId, hashes: string[]): Promise<Map<string, IssueId>>;
  /** Current rates, which include the current hour and day, so that only more events than these are unusual. */
  eventRates(ids: IssueId[], nowMs: number): Promise<Map<IssueId, EventRate>>;
  /** Issues resolved in one of these commits that no known release contains. */
  issuesAwaitingCommits(projectIds: ProjectId[], commits: string[]): Promise<Issue[]>;
  /** By ID. */
  activitiesByIds(ids: number[]): Promise<Activity[]>;
  /** When the user last viewed each of these issues, whether they bookmarked it, and their subscription. */
  userFlagsOf(userId: UserId, ids: IssueId[]): Promise<Map<IssueId, IssueUserFlags>>;
}

/** Reads that look through as many issues as there are; see `StateSearches`. */
export interface IssueSearches {
  /** Keyset-paged; see `IssueListing`. */
  listIssues(listing: IssueListing): Promise<Issue[]>;
  countIssues(search: IssueSearch): Promise<number>;
  /** A row for each of these projects, without issues too. */
  unresolvedCounts(search: RequestedBy & { projectIds: ProjectId[]; newSinceMs: number }): Promise<UnresolvedCount[]>;
  /** All issues with an event that matches, in no order, each with one of its times. */
  matchingIssues(search: IssueSearch & { time: IssueTime }): Promise<IssueSortKey[]>;
}

export interface IssueWrites {
  /**
   * Finds or creates the issue of each hash, for seeds of one project (hashes are unique only within a project). New
   * issues have no events and are hidden from lists until they do.
   */
  ensureIssues(seeds: IssueSeed[]): Promise<Map<string, IssueId>>;
  updateIssues(updates: IssueUpdate[]): Promise<void>;
  addActivities(activities: NewActivity[]): Promise<void>;
  editComment(id: number, comment: { text: string; mentions: Mention[] }, editedAtMs: number): Promise<void>;
  deleteActivity(id: number): Promise<void>;
  /**
   * Applies the status changes that are due by time alone (an archive's end, a week of being new) to at most `count`
   * issues and adds activities. Returns their projects.
   */
  transitionDueIssues(nowMs: number, count: number): Promise<ProjectId[]>;
  /** Deletes hours that no rate needs any more. */
  trimHours(nowMs: number): Promise<void>;
  /** Saves an undoable action of a user until it expires. Expired ones are deleted. */
  saveUndo(undo: Undo & { hash: string }, nowMs: number): Promise<void>;
  /** Returns it once, and only to this user. */
  takeUndo(hash: string, userId: UserId, nowMs: number): Promise<Undo | null>;
  setSeen(userId: UserId, ids: IssueId[], seenAtMs: number | null): Promise<void>;
  setBookmarked(userId: UserId, ids: IssueId[], bookmarked: boolean): Promise<void>;
}

export interface Issue extends IssueState, SeenIssue {
  id: IssueId;
  organizationId: OrganizationId;
  projectId: ProjectId;
  /** `WEB-1A`: project slug in capitals, then the issue's number within the project in base 32. */
  shortId: string;
  platform: string;
  assignee: Assignee | null;
  /** Set by a user; `null` is automatic (`#domain/issue-status/priority.ts`). */
  priority: Priority | null;
}

export interface IssueUpdate {
  id: IssueId;
  state?: IssueState;
  assignee?: Assignee | null;
  priority?: Priority | null;
}

export interface Undo {
  userId: UserId;
  /** The action in one word. */
  action: string;
  changes: { before: IssueUpdate; after: IssueUpdate }[];
  expiresAtMs: number;
}

export interface IssueUserFlags {
  seenAtMs: number | null;
  bookmarked: boolean;
  /** `null` if the user was never subscribed. */
  subscription: Subscription | null;
}

export interface IssueSeed extends Headline {
  organizationId: OrganizationId;
  projectId: ProjectId;
  hash: string;
  groupingVersion: string;
  /** The hash by an earlier version of grouping: if an issue has it, `hash` becomes one of that issue's hashes. */
  earlierHash?: string | null;
  platform: string;
  firstSeenAtMs: number;
}

/** The facts that a batch adds to one issue. `applyFacts` decides what they change. */
export interface IssueFacts extends EventFacts {
  issueId: IssueId;
  /** Every environment of the events, `''` among them. */
  environments: string[];
  /** Events by the hour in which they happened. */
  hours: HourCount[];
}

/** An environment or a release in which an issue was seen. */
export interface FirstSeen {
  kind: 'environment' | 'release';
  value: string;
  atMs: number;
}

export type IssueTime = 'first-seen' | 'last-seen';

/** The sort values of an issue. */
export interface IssueSortKey {
  id: IssueId;
  atMs: number;
}

export interface UnresolvedCount {
  projectId: ProjectId;
  unresolved: number;
  /** The oldest last-seen time among the unresolved issues. */
  unresolvedSinceMs: number | null;
  /** First seen after `newSinceMs`, in any status. */
  newIssues: number;
}

export interface IssueSearch extends RequestedBy {
  /** An empty list matches no issue. */
  projectIds: ProjectId[];
  /** Restrict to these issues; `null` for no restriction. Used for time range and environment. */
  ids: IssueId[] | null;
  /** `null` for any. */
  where: IssueCondition | null;
}

export interface IssueListing extends IssueSearch {
  sort: 'last-seen' | 'first-seen' | 'events' | 'users';
  /** The sort value and ID of the last row of the page before. */
  after: { value: number; id: IssueId } | null;
  count: number;
}

export interface IssueName {
  id: IssueId;
  shortId: string;
}

/** Something that happened to an issue. `userId` is `null` when Seismo did it. */
export type Activity = NewActivity & { id: number };
export type NewActivity = { issueId: IssueId; userId: UserId | null; atMs: number } & ActivityFacts;

export type ActivityFacts =
  | EventActivity
  | { kind: 'resolved'; from: IssueStatus; resolution: Resolution }
  | { kind: 'archived'; from: IssueStatus; archive: Archive }
  | { kind: 'unresolved'; from: IssueStatus }
  | { kind: 'unassigned'; from: Assignee }
  /** `null`: as the rule has it. */
  | { kind: 'priority'; from: Priority | null; to: Priority | null }
  /** `regroupId` identifies the operation for undo; `digest` is the error digest that caused it. */
  | { kind: 'merged'; regroupId: string; from: IssueName[]; digest?: string }
  | { kind: 'merged-away'; regroupId: string; into: IssueName; digest?: string }
  | { kind: 'split'; regroupId: string; into: IssueName; hashes: number; events: number }
  | { kind: 'split-off'; regroupId: string; from: IssueName; hashes: number; events: number }
  | { kind: 'regrouped-to'; regroupId: string; into: IssueName[]; events: number }
  | { kind: 'regrouped-from'; regroupId: string; from: IssueName; events: number }
  | { kind: 'undone'; action: string }
  | {
      kind: 'comment';
      text: string;
      /** None in comments from before there were mentions. */ mentions?: Mention[];
      editedAtMs: number | null;
    };
