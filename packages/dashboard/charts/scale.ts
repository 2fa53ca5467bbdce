const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Distances between labels of a time axis that people read at a glance. */
const timeStepsMs = [1, 2, 5, 10, 15, 30]
  .map((minutes) => minutes * 60_000)
  .concat([1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS))
  .concat([1, 2, 3, 7, 14, 28].map((days) => days * DAY_MS));

/** The values of the labels of an axis from 0: the last is at least `max`, and all are whole. At most six. */
export function countTicks(max: number): number[] {
  const goal = Math.max(1, max) / 4;
  const power = 10 ** Math.floor(Math.log10(goal));
  const step = Math.max(
    1,
    [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= goal && isWhole(each))!,
  );
  const count = Math.ceil(Math.max(1, max) / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

const isWhole = (value: number) => value < 1 || Number.isInteger(value);

/** The starts of buckets that get a label: at even times in UTC, at most `most`. */
export function timeTicks(fromMs: number, bucketMs: number, buckets: number, most: number): number[] {
  const spanMs = bucketMs * buckets;
  const stepMs =
    timeStepsMs.find((each) => each >= bucketMs && each % bucketMs === 0 && spanMs / each <= most) ??
    Math.ceil(buckets / most) * bucketMs;
  const first = Math.ceil(fromMs / stepMs) * stepMs;
  // Buckets of other sizes do not start at even times.
  const start = (first - fromMs) % bucketMs === 0 ? first : fromMs;
  const ticks: number[] = [];
  for (let atMs = start; atMs < fromMs + spanMs; atMs += stepMs) ticks.push(atMs);
  return ticks.length > 0 ? ticks : [fromMs];
}
