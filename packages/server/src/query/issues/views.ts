import type { TimeRange, Series } from '../range.ts';
import type { IssueId, Level } from '@seismo/protocol';
import type {
  IssueStatus,
  Substate,
  Resolution,
  Archive,
  Issue,
  Activity,
  FoundCommit,
  Commit,
  Subscription,
} from '#store/state/contract.ts';
import type { AssigneeView } from '#domain/ownership/assignee.ts';
import type { PriorityView } from '#domain/issue-status/priority.ts';
import type { SearchProblem } from '#domain/search/ast.ts';
import type { ProjectView, ProjectOfRow } from '../projects/views.ts';

export type { AssigneeView };

export type { PriorityView };

export interface IssueFilter {
  /** Project slugs; empty means every project the viewer may see. */
  projects: string[];
  environments: string[];
  range: TimeRange;
  /** See docs/search.md. */
  query: string;
  /** `trends`: by how surprising the last 24 hours are; see trends.ts. */
  sort: IssueSort;
  /** As `IssuePage.next` gave it. */
  cursor: string | null;
  count: number;
}

export interface IssueRow {
  id: IssueId;
  shortId: string;
  project: ProjectOfRow;
  status: IssueStatus;
  substate: Substate | null;
  resolution: Resolution | null;
  archive: Archive | null;
  assignee: AssigneeView | null;
  priority: PriorityView;
  /** By the viewer: seen since the last status change; bookmarked; subscribed to, or not any more. */
  seen: boolean;
  bookmarked: boolean;
  subscription: Subscription | null;
  level: Level;
  type: string;
  value: string;
  culprit: string;
  /** That its events named. */
  platform: string;
  handled: boolean | null;
  /** Within the requested range and environments. */
  events: number;
  users: number;
  /** Over all time. */
  eventsTotal: number;
  usersTotal: number;
  firstSeenAtMs: number;
  lastSeenAtMs: number;
  lastRelease: string;
  series: Series;
}

/** Of a list, since it was shown. */
export interface IssueUpdateCounts {
  newCount: number;
  changed: number;
}

/** Counts over the projects, independent of the search. */
export interface UnresolvedCounts {
  unresolved: number;
  /** Each of these has an event since then; `null` without any. */
  unresolvedSinceMs: number | null;
  newToday: number;
}

export interface IssuePage extends UnresolvedCounts {
  issues: IssueRow[];
  next: string | null;
  /** How many match in all. */
  total: number;
  /** The search was the ID of an event of this issue. */
  eventFound: boolean;
  /** Set when the query could not be read; `issues` is empty then. */
  problem: SearchProblem | null;
}

export interface IssueView {
  issue: Issue;
  project: ProjectView;
  activity: ActivityView[];
  assignee: AssigneeView | null;
  priority: PriorityView;
  seen: boolean;
  bookmarked: boolean;
  /** Of the viewer; `null` if they were never subscribed. */
  subscription: Subscription | null;
  /** Users who are subscribed and can open the issue. */
  subscriberCount: number;
  /** The newest release of the project, which "this release" is. */
  newestRelease: string | null;
  environments: string[];
  /** The number of its hashes: a single one needs no explanation. */
  hashCount: number;
}

/** Events over time, with the releases in between. */
export interface IssueFrequency {
  series: Series;
  events: number;
  users: number;
  /** By first event, earliest first; only the latest ones if there are many. */
  releases: { version: string; atMs: number }[];
  /** Set when the query could not be read; everything else is empty then. */
  problem: SearchProblem | null;
}

/** An issue in one environment; `''` is events that named none. */
export interface IssueEnvironment {
  environment: string;
  events: number;
  users: number;
  firstSeenAtMs: number;
  lastSeenAtMs: number;
  firstRelease: string;
  lastRelease: string;
}

/** `by` and `names` have the names of the IDs; `mine`: a comment that the viewer may edit. */
export type ActivityView = Activity & {
  by: string | null;
  /** The commit that resolved it, at the source host. */
  commitLink: string | null;
  names: { from: string | null; to: string | null };
  mine: boolean;
};

/** A suggested assignee, with the reason as a sentence. */
export interface SuggestedAssignee {
  to: AssigneeView;
  why: string;
}

/** A release or commit in which an issue can be resolved. `title` is the first line of the message. */
export interface ResolutionOptions {
  releases: { version: string; firstSeenAtMs: number }[];
  commits: (Omit<FoundCommit, 'message'> & { title: string })[];
}

/** A file of a stack trace, and its page at a source host; `null`: no mapping fits. */
export interface SourcePreview {
  path: string;
  line: number | null;
  link: string | null;
}

/** A project's source repository, with its URL. */
export interface SourceRepository {
  repository: string;
  host: 'github' | 'gitlab' | 'bitbucket';
}

export interface SavedRepository extends SourceRepository {
  /** When the settings that name it were last saved. */
  savedAtMs: number;
}

export interface SuspectCommit {
  id: string;
  /** The first line of its message. */
  title: string;
  authorName: string;
  /** If the author is in the organization. */
  author: AssigneeView | null;
  atMs: number | null;
  repository: string;
  /** Its page at the source host. */
  link: string | null;
  /** The release that contains it. */
  release: string;
  /** The file of the stack trace that it changed, the function there, and how far it is from where it was thrown. */
  path: string;
  function: string;
  frameDistance: number;
}

/** A commit with its page at the source host. */
export type LinkedCommit = Commit & { link: string | null };

/** The result of a change of issues. `undo` reverts it once, within `UNDO_AGE_MS_MAX`; `null`: nothing to undo. */
export interface IssuesChanged {
  /** How many the change was for. */
  matched: number;
  /** Short IDs of those that are different now. */
  changed: string[];
  undo: string | null;
}

export const sortNames = ['last-seen', 'first-seen', 'trends', 'events', 'users'] as const;

export type IssueSort = (typeof sortNames)[number];
