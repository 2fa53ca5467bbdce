import type { UnresolvedCounts } from '../issues/views.ts';
import type { ProjectView } from '../projects/views.ts';
import type { Series } from '../range.ts';

/** The data of pages about a whole project. */

export interface ProjectCard extends Omit<UnresolvedCounts, 'newToday'> {
  project: ProjectView;
  events: Series;
  eventsTotal: number;
  users: number;
  newestRelease: string | null;
  setUp: SetUpStep[];
}

/** Events and users over time, and in the previous period of the same length. */
export interface ProjectStats {
  events: Compared;
  users: Compared;
}

export interface Compared {
  series: Series;
  /** As many buckets, of the time before. */
  before: number[];
  total: number;
  totalBefore: number;
}

export type SetUpName = 'first-event' | 'tunnel' | 'source-maps' | 'release' | 'environment' | 'teammates';

/** `unneeded`: the project's events do not need it. */
export interface SetUpStep {
  name: SetUpName;
  state: 'done' | 'open' | 'unneeded';
  /** The number of matches, where it adds to the state. */
  part: number | null;
  whole: number | null;
}

export interface ReleaseHealthSummary {
  /** Of when the rates are. */
  fromMs: number;
  head: SummarizedRelease;
  /** The previous release; `null` for the first one. */
  base: SummarizedRelease | null;
  assessment: 'worse' | 'better' | 'mixed' | 'same' | 'early' | 'first';
  findings: HealthFinding[];
}

export interface SummarizedRelease {
  version: string;
  firstSeenAtMs: number;
  /** Of the last 24 hours: of the project's sessions or, without any, events. */
  adoption: number | null;
  by: 'sessions' | 'events' | null;
  sessions: number;
  crashFreeSessions: number | null;
  events: number;
  eventsPerThousandSessions: number | null;
  newIssues: number;
  regressedIssues: number;
}

/** A significant difference between the two releases, most important first. */
export interface HealthFinding {
  kind: 'crash-free' | 'regressed' | 'new-issues' | 'error-rate';
  isWorse: boolean;
  head: number;
  base: number;
}
