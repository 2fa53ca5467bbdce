/**
 * Logarithmic buckets for any number of a span: microseconds for durations, the unit of the client for attributes.
 *
 * Each is half-open: its start is in, the start of the next is not. From 10⁻⁶ to 10¹⁵ there are ten a decade, which start at round
 * numbers: 1, 1.25, 1.6, 2 … (R10 of ISO 3). Bucket 0 has zeros only, bucket 1 the positive numbers below 10⁻⁶, and the last one all from
 * 10¹⁵ on. Negative buckets are the same with a minus, so that buckets are in the order of their numbers.
 */
const mantissas = [1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8];
export const BUCKETS_A_DECADE = mantissas.length;
export const EXPONENT_MIN = -6;
const EXPONENT_MAX = 15;

/** Where the buckets 2, 3, … start. */
export const bucketStarts: readonly number[] = [
  ...Array.from({ length: EXPONENT_MAX - EXPONENT_MIN }, (_, decade) =>
    mantissas.map((mantissa) => Number(`${mantissa}e${EXPONENT_MIN + decade}`)),
  ).flat(),
  10 ** EXPONENT_MAX,
];

export const BUCKET_MAX = bucketStarts.length + 1;

export function bucketOfValue(value: number): number {
  if (value === 0) return 0;
  if (value < 0) return -1 - bucketStarts.filter((start) => start < -value).length;
  return 1 + bucketStarts.filter((start) => start <= value).length;
}

/** `null`: no end. */
export interface ValueRange {
  /** Included. */
  from: number | null;
  /** Not included. */
  before: number | null;
}

/** Adjacent buckets as one row of a heat map. */
export interface ValueRow extends ValueRange {
  firstBucket: number;
  lastBucket: number;
}

/**
 * The rows that show these buckets: one each, or 2, 5, 10 … together, so that there are at most `countMax`. There are none
 * between zero and the numbers next to it, of which the buckets would be many and empty.
 */
export function valueRows(buckets: readonly number[], countMax: number): ValueRow[] {
  const negative = buckets.filter((bucket) => bucket < 0);
  const positive = buckets.filter((bucket) => bucket > 0);
  const hasZero = buckets.includes(0) || (negative.length > 0 && positive.length > 0);
  const all = [...between(negative), ...(hasZero ? [0] : []), ...between(positive)];
  for (const size of [1, 2, 5, 10, 20, 50, 100, 250]) {
    const rows = rowsOf(all, size);
    if (rows.length <= countMax) return rows;
  }
  throw new RangeError(`${countMax} rows are too few`);
}

function between(buckets: readonly number[]): number[] {
  if (buckets.length === 0) return [];
  const [first, last] = [Math.min(...buckets), Math.max(...buckets)];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Whole rows: they start where all heat maps with rows of this size have one. */
function rowsOf(those: readonly number[], size: number): ValueRow[] {
  const keyOf = (bucket: number) =>
    bucket === 0 ? 'zero' : `${Math.sign(bucket)} ${Math.floor((Math.abs(bucket) - 2) / size)}`;
  const all = Map.groupBy(allBuckets, keyOf);
  return [...new Set(those.map(keyOf))].map((key) => {
    const buckets = all.get(key)!;
    const [firstBucket, lastBucket] = [buckets[0]!, buckets.at(-1)!];
    return { firstBucket, lastBucket, from: startOf(firstBucket), before: startOf(lastBucket + 1) };
  });
}

const allBuckets = Array.from({ length: 2 * BUCKET_MAX + 1 }, (_, index) => index - BUCKET_MAX);

function startOf(bucket: number): number | null {
  if (bucket === 0) return 0;
  if (bucket === 1) return Number.MIN_VALUE;
  return (bucket > 0 ? bucketStarts[bucket - 2] : negative(bucketStarts[-bucket - 1])) ?? null;
}

const negative = (start: number | undefined) => start && -start;
