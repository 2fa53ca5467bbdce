import type { SpanKindName } from '#domain/spans/span-kind.ts';
import type { SearchProblem } from '../search/views.ts';
import type { TimeRange } from '../range.ts';

export type { SpanKindName };

/** What comes first: what takes the most time of all, the slowest, the most frequent, failing or slowed down. */
export type PerformanceSort = 'time' | 'p95' | 'throughput' | 'failures' | 'change';

export interface PerformanceFilter {
  kind: SpanKindName;
  /** None: all. */
  projects: string[];
  environments: string[];
  range: TimeRange;
  sort: PerformanceSort;
}

export interface PerformanceView {
  /** The first in the order. */
  groups: GroupView[];
  /** Of all. */
  groupCount: number;
  notable: NotableGroup[];
  problem: SearchProblem | null;
}

/** Spans of a project and service that do the same, compared with as much time before. */
export interface GroupView {
  name: string;
  /** `''` if the client does not say. */
  service: string;
  project: { slug: string; name: string };
  /** Its spans, in the language of searches. */
  search: string;
  current: SpanStats;
  previous: SpanStats;
  /** Whether spans of all of the time before are stored. If not, there may have been more. */
  hasAllBefore: boolean;
  /** Of the time of all groups of the kind, from 0 to 1. */
  timeShare: number;
  /** Changes that chance does not explain. */
  speed: 'slower' | 'faster' | null;
  failures: 'higher' | 'lower' | null;
}

export interface SpanStats {
  /** How many there were: more than are stored, if traces are sampled. */
  count: number;
  spans: number;
  perMinute: number;
  /** From 0 to 1; 0 without spans. */
  failureRate: number;
  /** Microseconds; `null` without spans. */
  p50: number | null;
  p75: number | null;
  p95: number | null;
}

/** A group worth looking at, and why: it became slower, fails more often, is the slowest, or takes much of all time. */
export interface NotableGroup {
  why: 'slower' | 'failing' | 'slowest' | 'time';
  group: GroupView;
}

export interface PerformanceGroupFilter extends Omit<PerformanceFilter, 'projects' | 'sort'> {
  project: string;
  service: string;
  name: string;
}

export interface PerformanceGroupView {
  project: { slug: string; name: string };
  /** `null`: no spans now or before. */
  group: GroupView | null;
  series: {
    fromMs: number;
    bucketMs: number;
    counts: number[];
    failed: number[];
    /** Microseconds; `null` where there are no spans. */
    p50: (number | null)[];
    p75: (number | null)[];
    p95: (number | null)[];
  };
  /** Releases that were first seen in this time. */
  newReleases: { version: string; atMs: number }[];
  /** The newest first. */
  releases: ReleaseSpeed[];
  examples: { slowest: SpanExample[]; typical: SpanExample[]; failed: SpanExample[] };
  /** Of errors in the traces of the slowest and of failed spans, the most frequent first. */
  issues: { shortId: string; title: string; eventId: string; traces: number }[];
  problem: SearchProblem | null;
}

export interface ReleaseSpeed extends Omit<SpanStats, 'perMinute' | 'spans'> {
  version: string;
  /** Compared with the release before. */
  speed: GroupView['speed'];
  failures: GroupView['failures'];
}

export interface SpanExample {
  traceId: string;
  spanId: string;
  startUs: number;
  durationUs: number;
  hasFailed: boolean;
  release: string;
  environment: string;
}
