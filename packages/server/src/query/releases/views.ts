import type { Deploy, ReleaseRecord, Commit } from '#store/state/contract.ts';
import type { IssueRow, LinkedCommit } from '../issues/views.ts';
import type { ProjectId } from '@seismo/protocol';
import type { EventChange, ReleaseRating } from '#domain/releases/measured-health.ts';
import type { ProjectOfRow } from '../projects/views.ts';
import type { Span } from '../range.ts';

export { readVersion } from '#domain/releases/order.ts';

export interface ReleaseFilter {
  /** Project slugs; empty means every project the viewer may see. */
  projects: string[];
  /** Seen in or deployed to one of these; empty for any. */
  environments: string[];
  /** Whether to include adoption and crash rates. */
  health: boolean;
  status: 'open' | 'archived' | null;
  /** In the version. */
  text: string;
  /** Released or made in this time; left out: ever. */
  range?: Span;
  cursor: string | null;
  count: number;
}

/** Issues that were first seen in it, that regressed in it, and that are resolved in it. */
export interface IssueCounts {
  newIssues: number;
  regressedIssues: number;
  resolvedIssues: number;
}

/** Adoption and crash rates of a release in a period. Shares are between 0 and 1, `null` without data. */
export interface ReleaseHealth {
  /** The basis: events where no session is reported; `null` without either. */
  by: 'sessions' | 'events' | null;
  /** Its share of sessions, and of users. */
  adoption: number | null;
  userAdoption: number | null;
  /** Sessions, or events; of this release, and of all together. */
  count: number;
  projectCount: number;
  users: number;
  projectUsers: number;
  /** By sessions only; without any `null` and 0. */
  crashFreeSessions: number | null;
  crashFreeUsers: number | null;
  errored: number;
  crashed: number;
  abnormal: number;
  crashedUsers: number;
}

/** Over time. `own` and `all` count in the unit of `by`; `crashed` counts the release's sessions. */
export interface ReleaseAdoption {
  by: ReleaseHealth['by'];
  fromMs: number;
  bucketMs: number;
  own: number[];
  all: number[];
  crashed: number[];
  /** Over the same time. */
  total: ReleaseHealth;
}

/** One environment of a release: events of all time, sessions of the last 24 hours. */
export interface ReleaseEnvironment {
  name: string;
  events: number;
  users: number;
  firstSeenAtMs: number | null;
  lastSeenAtMs: number | null;
  sessions: number;
  adoption: number | null;
  crashFreeSessions: number | null;
  lastDeploy: Deploy | null;
}

/** `seen`: with an event of the release in the last 90 days. */
export const releaseIssueKinds = ['new', 'regressed', 'resolved', 'seen'] as const;

export type ReleaseIssueKind = (typeof releaseIssueKinds)[number];

export interface ReleaseIssuePage {
  issues: IssueRow[];
  next: string | null;
  totals: Record<ReleaseIssueKind, number>;
}

/** `base`: in that release only; `both`: in both. */
export const comparedKinds = ['base', 'head', 'both'] as const;

export type ComparedKind = (typeof comparedKinds)[number];

export interface ComparisonFilter {
  environments: string[];
  kind: ComparedKind;
  cursor: string | null;
  count: number;
}

/** Two releases of the last 90 days, side by side. */
export interface ReleaseComparison {
  fromMs: number;
  base: ComparedRelease;
  head: ComparedRelease;
  /** By semver, else by date. */
  newer: 'base' | 'head' | null;
}

export interface ComparedIssuePage {
  issues: (IssueRow & { baseEvents: number; headEvents: number })[];
  next: string | null;
  totals: Record<ComparedKind, number>;
}

export interface ComparedRelease {
  release: ReleaseView;
  deploys: Deploy[];
  /** Of the 90 days. */
  total: ReleaseHealth;
  events: number;
  users: number;
  /** Of its sessions; `null` without sessions. */
  eventsPerThousandSessions: number | null;
  /** Of the days in which it was seen. */
  eventsPerDay: number;
}

/** Releases after the older one, up to and including the newer. */
export interface CommitsBetween {
  /** Those with commits, the newest first. */
  releases: string[];
  commits: (LinkedCommit & { release: string })[];
  commitCount: number;
  /** The most changed first. */
  files: { path: string; commits: number }[];
  fileCount: number;
}

export interface ReleaseView extends IssueCounts, Omit<ReleaseRecord, 'organizationId' | 'projectIds'> {
  projects: (IssueCounts & {
    id: ProjectId;
    slug: string;
    name: string;
    platform: string;
    health: ReleaseHealth | null;
  })[];
  /** Of the last 24 hours; `null` unless requested. */
  health: ReleaseHealth | null;
  /** In the requested environments. */
  events: number;
  /** Of its events; `null` as long as there is none. */
  firstSeenAtMs: number | null;
  lastSeenAtMs: number | null;
  hasArtifacts: boolean;
  lastDeploy: Deploy | null;
  lastCommit: Omit<Commit, 'files'> | null;
  /** Its commits; only for a single release, not in lists. */
  authors: { name: string; email: string }[];
}

/** What a release has changed in a project since it was deployed, or seen for the first time. */
export interface ReleaseSummaryView {
  id: number;
  project: ProjectOfRow;
  /** That it was deployed to; `''`: it was seen for the first time, in any. */
  environment: string;
  startedAtMs: number;
  /** When it is measured next; `null`: it is final. */
  dueAtMs: number | null;
  /** `null` before the first measurement. */
  measured: MeasuredReleaseView | null;
}

export interface MeasuredReleaseView {
  atMs: number;
  /** How much time since the start it covers, such as "1 hour". */
  window: string;
  rating: ReleaseRating;
  /** Why, as sentences. */
  reasons: string[];
  /** `null`: the project reports no sessions. */
  sessions: { count: number; before: number } | null;
  /** `null` without sessions before or since. */
  crashFree: RateChange | null;
  errorFree: RateChange | null;
  /** `null` with sessions. */
  events: EventChange | null;
  newIssues: MeasuredIssues;
  regressedIssues: MeasuredIssues;
  goneIssues: MeasuredIssues;
}

/** A share of sessions between 0 and 1. `low` and `high`: of the confidence interval of its change, below 0 if it got worse. */
export interface RateChange {
  value: number;
  before: number;
  low: number;
  high: number;
}

export interface MeasuredIssues {
  count: number;
  /** The most frequent ones, at most ten, without those that were deleted. */
  issues: (Pick<IssueRow, 'shortId' | 'type' | 'value' | 'level'> & { events: number; users: number })[];
}

export interface ReleasePage {
  releases: ReleaseView[];
  next: string | null;
}
