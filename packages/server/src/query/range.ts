import { limits } from '@seismo/protocol';
import type { Range } from '#store/telemetry/queries/query.ts';
import { Refusal } from '#platform/refusal.ts';

/** `14d`, `24h`, `1h`, `30d`, `90d`, or absolute. The last bucket is the current, partial one. */
export type RangeName = '1h' | '24h' | '7d' | '14d' | '30d' | '90d';

/** A named range ends now; `null` is all time. */
export type Span = TimeRange | null;

/** Up to now, or between two moments. */
export type TimeRange = RangeName | CustomRange;

export interface CustomRange {
  fromMs: number;
  toMs: number;
}

export interface Series {
  /** Start of the first bucket. */
  fromMs: number;
  bucketMs: number;
  /** One number per bucket; the last bucket is not over yet. */
  values: number[];
}

const minuteMs = 60_000;
export const halfHourMs = 30 * minuteMs;
const hourMs = 2 * halfHourMs;
const dayMs = 24 * hourMs;

/** The buckets of a range: few enough bars for a sparkline, each a round period. */
const shapes: Record<RangeName, { bucketMs: number; buckets: number }> = {
  '1h': { bucketMs: 2 * minuteMs, buckets: 30 },
  '24h': { bucketMs: hourMs, buckets: 24 },
  '7d': { bucketMs: 6 * hourMs, buckets: 28 },
  '14d': { bucketMs: 12 * hourMs, buckets: 28 },
  '30d': { bucketMs: dayMs, buckets: 30 },
  '90d': { bucketMs: 3 * dayMs, buckets: 30 },
};

export const rangeNames = Object.keys(shapes) as RangeName[];

export interface Buckets extends Range {
  bucketMs: number;
  /** The counted range: the first and the last bucket may reach beyond the requested one. */
  range: Range;
}

/**
 * A range up to now has whole buckets, of which the last contains `nowMs`, so that the bars add up to the total. A
 * custom range has the buckets around it.
 */
export function bucketsOf(range: TimeRange, nowMs: number): Buckets {
  if (typeof range !== 'string') return bucketsAround(range, SMALL_BAR_COUNT_MAX);
  const { bucketMs, buckets } = shapes[range];
  const toMs = (Math.floor(nowMs / bucketMs) + 1) * bucketMs;
  const fromMs = toMs - buckets * bucketMs;
  return { fromMs, toMs, bucketMs, range: { fromMs, toMs } };
}

/**
 * The buckets of this width around a range; `interval` is the API's parameter for it. Of a range up to now, the last one
 * contains `nowMs`: later ones would look as if nothing happened in them.
 */
export function bucketsOfWidth(asked: TimeRange, bucketMs: number, nowMs: number): Buckets {
  const range = { ...bucketsOf(asked, nowMs).range, ...(typeof asked === 'string' && { toMs: nowMs }) };
  const fromMs = Math.floor(range.fromMs / bucketMs) * bucketMs;
  const toMs =
    (typeof asked === 'string' ? Math.floor(nowMs / bucketMs) + 1 : Math.ceil(range.toMs / bucketMs)) * bucketMs;
  const [count, most] = [(toMs - fromMs) / bucketMs, limits.EVENT_SERIES_BUCKET_COUNT_MAX];
  if (count > most) {
    throw new Refusal('invalid', `interval: The time range has ${count} intervals, but can have at most ${most}.`);
  }
  return { fromMs, toMs, bucketMs, range };
}

/** As much time before, in as many buckets. */
export function bucketsBefore({ fromMs, toMs, bucketMs, range }: Buckets): Buckets {
  const shiftMs = Math.ceil((range.toMs - range.fromMs) / bucketMs) * bucketMs;
  return {
    fromMs: fromMs - shiftMs,
    toMs: toMs - shiftMs,
    bucketMs,
    range: { fromMs: range.fromMs - shiftMs, toMs: range.toMs - shiftMs },
  };
}

/** The telemetry query of a span. */
export function rangeOf(span: Span, nowMs: number): Range | null {
  if (span === null) return null;
  return bucketsOf(span, nowMs).range;
}

const BAR_COUNT_MAX = 60;
/** Of a chart in a row, or of a small one. */
const SMALL_BAR_COUNT_MAX = 30;
/** Each is a multiple of an earlier one that can divide it. */
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 4320, 10_080, 20_160, 43_200].map(
  (minutes) => minutes * minuteMs,
);

/** Whole buckets around a range, as fine as a wide chart can show. */
export function bucketsAround({ fromMs, toMs }: Range, barsMax = BAR_COUNT_MAX): Buckets {
  const spanMs = Math.max(1, toMs - fromMs);
  const widest = steps.at(-1)!;
  const bucketMs = steps.find((stepMs) => spanMs / stepMs <= barsMax) ?? Math.ceil(spanMs / barsMax / widest) * widest;
  const startMs = Math.floor(fromMs / bucketMs) * bucketMs;
  const endMs = Math.max(startMs + bucketMs, Math.ceil(toMs / bucketMs) * bucketMs);
  return { fromMs: startMs, toMs: endMs, bucketMs, range: { fromMs, toMs } };
}

/** The start of the half hour that contains this time. */
export function halfHourOf(atMs: number): number {
  return Math.floor(atMs / halfHourMs) * halfHourMs;
}

/** One number per bucket; buckets without a row are 0. */
export function fillSeries(
  { fromMs, toMs, bucketMs }: Buckets,
  rows: Iterable<{ bucketAtMs: number; count: number }>,
): Series {
  const values = Array.from({ length: Math.round((toMs - fromMs) / bucketMs) }, () => 0);
  for (const { bucketAtMs, count } of rows) {
    const index = (bucketAtMs - fromMs) / bucketMs;
    if (values[index] !== undefined) values[index] += count;
  }
  return { fromMs, bucketMs, values };
}
