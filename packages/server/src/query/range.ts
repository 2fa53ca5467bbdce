import type { Range } from '#store/telemetry/questions/index.ts';
import type { RangeName, Series } from './views.ts';

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
