import type { IssueId, Level, OrganizationId, ProjectId, UserId } from '@seismo/protocol';
import type { IssueCondition } from './condition.ts';

export interface IssueReads {
  issueById(id: IssueId): Promise<Issue | null>;
  issueByShortId(organizationId: OrganizationId, shortId: string): Promise<Issue | null>;
  issuesByIds(ids: IssueId[]): Promise<Issue[]>;
  /** Keyset-paged; see `IssueListing`. */
  listIssues(listing: IssueListing): Promise<Issue[]>;
  countIssues(listing: Omit<IssueListing, 'after' | 'count' | 'sort'>): Promise<number>;
  /** All issues with an event for which this holds. */
  issueIdsWhere(listing: Pick<IssueListing, 'projectIds' | 'where'>): Promise<IssueId[]>;
  /** Newest first. */
  activityOf(issueId: IssueId): Promise<Activity[]>;
  /** Maps the grouping hashes that are known to their issues. */
  issuesByHash(projectId: ProjectId, hashes: string[]): Promise<Map<string, IssueId>>;
}

export interface IssueWrites {
  /**
   * Finds or creates the issue of each hash, for seeds of one project (hashes are unique only within one). New issues
   * start with no events and count as unseen by lists until they have one.
   */
  ensureIssues(seeds: IssueSeed[]): Promise<Map<string, IssueId>>;
  setIssueStatus(ids: IssueId[], status: IssueStatus): Promise<void>;
  addActivity(activity: Omit<Activity, 'id'>): Promise<void>;
}

export type { IssueCondition } from './condition.ts';

export type IssueStatus = 'unresolved' | 'resolved' | 'ignored';

export interface Issue {
  id: IssueId;
  organizationId: OrganizationId;
  projectId: ProjectId;
  /** `WEB-1A`: project slug in capitals, then the issue's number within the project in base 32. */
  shortId: string;
  status: IssueStatus;
  level: Level;
  /** Type of the exception, or `''` for messages. */
  type: string;
  /** Value of the exception, or the message. */
  value: string;
  culprit: string;
  platform: string;
  handled: boolean | null;
  /** Exact, over all time. */
  eventCount: number;
  userCount: number;
  firstSeenAtMs: number;
  lastSeenAtMs: number;
  firstRelease: string;
  lastRelease: string;
  /** When a resolved issue got a new event; `null` if never. */
  regressedAtMs: number | null;
}

export interface IssueSeed {
  organizationId: OrganizationId;
  projectId: ProjectId;
  hash: string;
  groupingVersion: string;
  level: Level;
  type: string;
  value: string;
  culprit: string;
  platform: string;
  handled: boolean | null;
  firstSeenAtMs: number;
}

/** What a batch adds to one issue. A resolved issue that gets an event becomes unresolved, with an activity entry. */
export interface IssueFacts {
  issueId: IssueId;
  events: number;
  /** Distinct user keys in this batch, without `''`; `userCount` grows by those the issue had not seen. */
  userKeys: string[];
  firstSeenAtMs: number;
  lastSeenAtMs: number;
  firstRelease: string;
  lastRelease: string;
  /** Headline of the newest event in the batch. */
  level: Level;
  type: string;
  value: string;
  culprit: string;
  handled: boolean | null;
}

export interface IssueListing {
  /** No project, no issue. */
  projectIds: ProjectId[];
  /** Restrict to these issues, or `null` for no restriction (how range and environment come in). */
  ids: IssueId[] | null;
  /** `null` for any. */
  where: IssueCondition | null;
  sort: 'last-seen' | 'first-seen' | 'events' | 'users';
  /** The sort value and id of the last row of the page before. */
  after: { value: number; id: IssueId } | null;
  count: number;
}

/** Something that happened to an issue. `userId` is `null` when Seismo did it. */
export interface Activity {
  id: number;
  issueId: IssueId;
  userId: UserId | null;
  kind: 'first-seen' | 'resolved' | 'unresolved' | 'ignored' | 'regressed';
  atMs: number;
}
