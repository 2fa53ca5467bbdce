import type { DiskStatus } from '#platform/disk-space.ts';
import type { ProjectId } from '@seismo/protocol';
import type { TimeRange, Series } from '../range.ts';

/** The use of a client key. */
export interface KeyUsage {
  keyId: number;
  received: number;
  outcomes: { outcome: string; quantity: number }[];
  /** When its last item arrived, to the minute. */
  lastAtMs: number;
}

/** Items of a client key, with their outcomes. */
export interface KeyOutcomesView extends KeyUsage {
  /** Empty for `keyId` 0: items without a key, as Seismo's own reports, or from before keys were recorded. */
  label: string;
  /** Slug of its project. */
  project: string;
  kinds: { itemKind: string; received: number }[];
}

export interface OutcomesView {
  received: number;
  /** One entry per outcome and reason; the quantities sum to `received` exactly when nothing is in flight. */
  outcomes: { outcome: string; reason: string; explanation: string; quantity: number }[];
  kinds: { itemKind: string; received: number; outcomes: { outcome: string; reason: string; quantity: number }[] }[];
  /** The same by client key, always for all keys, the busiest first. */
  keys: KeyOutcomesView[];
  /** Drops that clients report from before sending. Not part of the sum. */
  clientDiscards: { category: string; reason: string; quantity: number }[];
  /** received − Σ outcomes: items accepted and still being processed. */
  inFlight: number;
  series: { outcome: string; values: number[] }[];
  fromMs: number;
  bucketMs: number;
  deadLetters: {
    projectId: ProjectId;
    id: number;
    /** Slug of the project that sent it. */
    project: string;
    itemKind: string;
    reason: string;
    detail: string;
    tries: number;
    receivedAtMs: number;
    failedAtMs: number;
    bytes: number;
  }[];
}

/** One number of the Stats page; `''` is any kind or reason, and as outcome all received items. */
export interface OutcomeTimeseriesFilter {
  projects: readonly string[];
  range: TimeRange;
  /** `null`: all client keys. */
  key: number | null;
  kind: string;
  outcome: string;
  reason: string;
}

/** Items over time and by client key, the busiest first. */
export interface OutcomeTimeseries {
  series: Series;
  keys: { keyId: number; label: string; project: string; quantity: number; lastAtMs: number }[];
}

interface BucketsFilter {
  projects: readonly string[];
  range: TimeRange;
  bucketMs: number;
}

export interface CategoryOutcomesFilter extends BucketsFilter {
  categories: readonly string[];
}

export interface CategoryOutcomes {
  /** Whole buckets around the requested range. */
  fromMs: number;
  toMs: number;
  bucketMs: number;
  cells: {
    bucketAtMs: number;
    projectId: ProjectId;
    category: string;
    outcome: string;
    reason: string;
    quantity: number;
  }[];
}

export interface SessionSeriesFilter extends BucketsFilter {
  /** Empty: all. */
  environments: string[];
  byProject: boolean;
}

export interface SessionSeries {
  fromMs: number;
  toMs: number;
  bucketMs: number;
  /** One number per bucket. `projectId` is `null` where all projects are counted together. */
  series: { projectId: ProjectId | null; sessions: number[]; crashed: number[] }[];
}

/** Events that were stored, and those that still have their content. */
export interface ContentShare {
  events: number;
  stored: number;
}

export interface StorageView {
  /** The largest first. Bytes of attachments are those that were sent. */
  projects: {
    project: string;
    events: number;
    /** Counted, but without their content. */
    thinnedEvents: number;
    eventBytes: number;
    attachments: number;
    attachmentBytes: number;
    sessions: number;
    spans: number;
  }[];
  /** By day, the latest first. */
  removed: {
    dayAtMs: number;
    project: string;
    itemKind: string;
    reason: string;
    quantity: number;
    bytes: number;
  }[];
  /** Above `thinAtBytes`, spans are deleted and events lose their content. `spanBytes`: the files of older spans. `bytesPerDay`: what arrives in a day at the rate of the last week; `null` if there is no whole day yet. */
  disk: (DiskStatus & { thinAtBytes: number; spanBytes: number; bytesPerDay: number | null }) | null;
}
