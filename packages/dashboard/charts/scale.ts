import { atClockMs, clockMs, type Zone } from '#lib/time/absolute.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Distances between labels of a time axis that people read at a glance. */
const timeStepsMs = [1, 2, 5, 10, 15, 30]
  .map((minutes) => minutes * 60_000)
  .concat([1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS))
  .concat([1, 2, 3, 7, 14, 28].map((days) => days * DAY_MS));

/** The width of a label above a chart, in characters and the pixels of its icon. Longer ones are truncated. */
export const markWidth = (label: string) => ({ chars: Math.min(label.length, 12), iconPx: 24 });

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

/**
 * The values of the labels of an axis of any numbers, at most six: from 0 on unless the numbers are negative or far from it, which is
 * where a small difference matters.
 */
export function valueTicks(values: readonly number[]): number[] {
  if (values.length === 0) return [0, 1];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const low = least < 0 || least > most / 2 ? least : 0;
  const span = most - low || Math.abs(most) || 1;
  const power = 10 ** Math.floor(Math.log10(span / 4));
  const step = [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= (span / 4) * (1 - 1e-9))!;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(most / step - 1e-9));
  // Without the errors of multiplying fractions.
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

const isWhole = (value: number) => value < 1 || Number.isInteger(value);

/**
 * The times that get a label: at even local times, at most `most` and one. Days start at their local midnight, also where the
 * clocks change, and not where the buckets do.
 */
export function timeTicks(
  { fromMs, bucketMs, buckets }: { fromMs: number; bucketMs: number; buckets: number },
  most: number,
  zone: Zone,
): number[] {
  const toMs = fromMs + bucketMs * buckets;
  const perTickMs = Math.max(bucketMs, (toMs - fromMs) / most);
  const stepMs = timeStepsMs.find((each) => each >= perTickMs) ?? Math.ceil(perTickMs / DAY_MS) * DAY_MS;
  const ticks: number[] = [];
  for (let localMs = Math.ceil(clockMs(fromMs, zone) / stepMs) * stepMs; ; localMs += stepMs) {
    const atMs = atClockMs(localMs, zone);
    if (atMs >= toMs) break;
    // A time that the clocks skip maps to one after the gap.
    if (atMs >= fromMs && !ticks.some((each) => each >= atMs)) ticks.push(atMs);
  }
  return ticks.length > 0 ? ticks : [fromMs];
}
