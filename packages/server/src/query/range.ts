import type { Range } from '#store/telemetry/questions/index.ts';
import type { RangeName, Series, Span } from './views.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** What a range is drawn with: few enough bars for a sparkline, each a round stretch of time. */
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
}

/** Whole buckets, the last of which holds `nowMs`: so that the bars add up to the number beside them. */
export function bucketsOf(range: RangeName, nowMs: number): Buckets {
  const { bucketMs, buckets } = shapes[range];
  const toMs = (Math.floor(nowMs / bucketMs) + 1) * bucketMs;
  return { fromMs: toMs - buckets * bucketMs, toMs, bucketMs };
}

/** What is asked of telemetry for a span. */
export function rangeOf(span: Span, nowMs: number): Range | null {
  if (span === null) return null;
  const { fromMs, toMs } = typeof span === 'string' ? bucketsOf(span, nowMs) : span;
  return { fromMs, toMs };
}

const BAR_COUNT_MAX = 60;
/** Each is a multiple of one before it that it may be divided into. */
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 4320, 10_080, 20_160, 43_200].map(
  (minutes) => minutes * minuteMs,
);

/** Whole buckets around a stretch of time, as fine as a wide chart can show. */
export function bucketsAround({ fromMs, toMs }: Range): Buckets {
  const spanMs = Math.max(1, toMs - fromMs);
  const widest = steps.at(-1)!;
  const bucketMs =
    steps.find((stepMs) => spanMs / stepMs <= BAR_COUNT_MAX) ?? Math.ceil(spanMs / BAR_COUNT_MAX / widest) * widest;
  const startMs = Math.floor(fromMs / bucketMs) * bucketMs;
  return { fromMs: startMs, toMs: Math.max(startMs + bucketMs, Math.ceil(toMs / bucketMs) * bucketMs), bucketMs };
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
