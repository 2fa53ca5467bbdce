import type { ReleaseRating } from '../releases/measured-health.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** What a rule can measure. */
export const alertMetrics = {
  events: {
    name: 'Events',
    noun: 'event',
    counted: 'events',
    isPercent: false,
    searches: 'events',
    hasEnvironments: true,
  },
  users: {
    name: 'Affected users',
    noun: 'user',
    counted: 'affected users',
    isPercent: false,
    searches: 'events',
    hasEnvironments: true,
  },
  'crash-free-sessions': {
    name: 'Crash-free sessions',
    noun: 'of sessions without a crash',
    counted: 'sessions',
    isPercent: true,
    searches: null,
    hasEnvironments: true,
  },
  'filtered-events': {
    name: 'Filtered share of events',
    noun: 'of events filtered',
    counted: 'events',
    isPercent: true,
    searches: null,
    hasEnvironments: false,
  },
  'dropped-events': {
    name: 'Dropped share of events',
    noun: 'of events dropped',
    counted: 'events',
    isPercent: true,
    searches: null,
    hasEnvironments: false,
  },
  /** Whatever its aggregate calculates of them. */
  spans: {
    name: 'Spans',
    noun: 'span',
    counted: 'spans',
    isPercent: false,
    searches: 'spans',
    hasEnvironments: true,
  },
} as const satisfies Record<string, Metric>;

interface Metric {
  name: string;
  /** Behind a value. */
  noun: string;
  /** What there is none of without data. */
  counted: string;
  /** From 0 to 100. */
  isPercent: boolean;
  /** What its filter searches; `null`: it has none. */
  searches: 'events' | 'spans' | null;
  hasEnvironments: boolean;
}

export type AlertMetric = keyof typeof alertMetrics;

/** The time ranges that a condition is about, and how often it is evaluated: at multiples of its step since the epoch. */
export const alertWindows = [
  { windowMs: 5 * MINUTE_MS, stepMs: MINUTE_MS, name: '5 minutes' },
  { windowMs: 15 * MINUTE_MS, stepMs: MINUTE_MS, name: '15 minutes' },
  { windowMs: HOUR_MS, stepMs: 5 * MINUTE_MS, name: '1 hour' },
  { windowMs: 4 * HOUR_MS, stepMs: 15 * MINUTE_MS, name: '4 hours' },
  { windowMs: DAY_MS, stepMs: HOUR_MS, name: '24 hours' },
] as const;

/** What a value is compared with: nothing, the window before it, or the same window a week before. */
export const comparisons = {
  value: { offsetMs: () => 0, name: '' },
  before: { offsetMs: (windowMs: number) => windowMs, name: 'the time before' },
  'week-before': { offsetMs: () => 7 * DAY_MS, name: 'the same time a week before' },
} as const satisfies Record<string, { offsetMs(windowMs: number): number; name: string }>;

export type Comparison = keyof typeof comparisons;

/** A number of a project, such as its events in an hour. */
export interface MetricCondition {
  kind: 'metric';
  metric: AlertMetric;
  /** Of the metric `spans` only: `p95(span.duration)`. */
  aggregate?: string;
  windowMs: number;
  /** Other than `value`, the thresholds are percents by which the number is above or below what it is compared with. */
  comparison: Comparison;
  /** The side of a threshold on which the rule fires. A value equal to it does not. */
  direction: 'above' | 'below';
  critical: number;
  /** A milder threshold; `null`: none. */
  warning: number | null;
  /** The value on the other side of which it is over; `null`: of the mildest threshold. */
  resolve: number | null;
  /** Whether it also fires without any data in the window. */
  firesWithoutData: boolean;
  /** Whether a message follows once it is over. */
  reportsEnd: boolean;
  /** The time after which it is reported again while it lasts; `null`: never. */
  reminderMs: number | null;
}

/** Events or users of a single issue. */
export interface FrequencyCondition {
  kind: 'frequency';
  windowMs: number;
  /** It fires from this number on. */
  count: number;
  /** And only with at least this many percent more than in the window before; `null`: in any case. */
  increase: number | null;
}

/** What the verdict on a release is. */
export interface ReleaseCondition {
  kind: 'release';
  ratings: ReleaseRating[];
}

/** Conditions that are evaluated at the end of each window. */
export type WindowCondition = MetricCondition | FrequencyCondition;
export type RuleCondition = WindowCondition | ReleaseCondition;

/** The end of the last window that is over. */
export function lastWindowEnd({ windowMs }: { windowMs: number }, nowMs: number): number {
  return Math.floor(nowMs / stepOf(windowMs)) * stepOf(windowMs);
}

export function stepOf(windowMs: number): number {
  return alertWindows.find((one) => one.windowMs === windowMs)?.stepMs ?? windowMs;
}

export function windowName(windowMs: number): string {
  return alertWindows.find((one) => one.windowMs === windowMs)?.name ?? `${Math.round(windowMs / MINUTE_MS)} minutes`;
}
