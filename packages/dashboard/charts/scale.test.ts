import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { tick } from '#lib/time/absolute.ts';
import { countTicks, timeTicks, valueTicks } from './scale.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

test('an axis of counts ends at a round number at or above the maximum', () => {
  expect(countTicks(0)).toEqual([0, 1]);
  expect(countTicks(1)).toEqual([0, 1]);
  expect(countTicks(3)).toEqual([0, 1, 2, 3]);
  expect(countTicks(6)).toEqual([0, 2, 4, 6]);
  expect(countTicks(95)).toEqual([0, 25, 50, 75, 100]);
  expect(countTicks(1234)).toEqual([0, 500, 1000, 1500]);
});

test('any axis of counts has few whole labels, the last not far above the maximum', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), (max) => {
      const ticks = countTicks(max);
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks.every(Number.isInteger)).toBe(true);
      expect(ticks.at(-1)!).toBeGreaterThanOrEqual(max);
      expect(ticks.at(-2)!).toBeLessThanOrEqual(Math.max(1, max));
    }),
  );
});

test('an axis of values begins at 0 unless the values are negative or far from it', () => {
  expect(valueTicks([3, 142])).toEqual([0, 50, 100, 150]);
  expect(valueTicks([97.3, 99, 100])).toEqual([97, 98, 99, 100]);
  expect(valueTicks([-40, 120])).toEqual([-50, 0, 50, 100, 150]);
  expect(valueTicks([0.1, 0.3])).toEqual([0, 0.1, 0.2, 0.3]);
  expect(valueTicks([7])).toEqual([6, 8]);
  expect(valueTicks([])).toEqual([0, 1]);
});

test('any axis of values includes all of them and has few labels', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1 }), (hundredths) => {
      const values = hundredths.map((value) => value / 100);
      const ticks = valueTicks(values);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(6);
      const tolerance = 1e-6 * (ticks.at(-1)! - ticks[0]!);
      expect(ticks[0]!).toBeLessThanOrEqual(Math.min(...values) + tolerance);
      expect(ticks.at(-1)!).toBeGreaterThanOrEqual(Math.max(...values) - tolerance);
    }),
  );
});

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

/** The labels of an axis. */
function labels(from: string, bucketMs: number, buckets: number, most = 7): string {
  const ticks = timeTicks({ fromMs: Date.parse(`${from}Z`), bucketMs, buckets }, most, 'local');
  return ticks.map((atMs, index) => tick(atMs, ticks[index - 1] ?? null, 'local')).join(' ');
}

test('time labels are at even times', () => {
  process.env.TZ = 'UTC';
  expect(labels('2026-11-20T13:00', hourMs, 24, 6)).toBe('Nov 20, 18:00 Nov 21 06:00 12:00');
  expect(labels('2026-11-07T00:00', dayMs, 14)).toBe('Nov 7 Nov 9 Nov 11 Nov 13 Nov 15 Nov 17 Nov 19');
  expect(labels('2026-11-07T12:00', hourMs, 1)).toBe('Nov 7, 12:00');
});

test.each([
  ['Europe/Berlin', '2026-03-26T00:00', 'Mar 27 Mar 28 Mar 29 Mar 30 Mar 31 Apr 1 Apr 2'],
  ['Europe/Berlin', '2026-10-22T00:00', 'Oct 23 Oct 24 Oct 25 Oct 26 Oct 27 Oct 28 Oct 29'],
  ['America/New_York', '2026-03-05T00:00', 'Mar 5 Mar 6 Mar 7 Mar 8 Mar 9 Mar 10 Mar 11'],
  ['America/New_York', '2026-10-29T00:00', 'Oct 29 Oct 30 Oct 31 Nov 1 Nov 2 Nov 3 Nov 4'],
])('in %s each local day of the week from %s has its label, also when the clocks change', (name, from, expected) => {
  process.env.TZ = name;
  for (const bucketHours of [1, 6, 24]) expect(labels(from, bucketHours * hourMs, 168 / bucketHours)).toBe(expected);
  const week = { fromMs: Date.parse(`${from}Z`), bucketMs: dayMs, buckets: 7 };
  for (const atMs of timeTicks(week, 7, 'local')) expect(new Date(atMs).getHours()).toBe(0);
});

test.each([
  ['Europe/Berlin', '2026-03-28T23:00', 23, 'Mar 29 06:00 12:00 18:00'],
  ['Europe/Berlin', '2026-10-24T22:00', 25, 'Oct 25 06:00 12:00 18:00'],
  ['America/New_York', '2026-03-08T05:00', 23, 'Mar 8 06:00 12:00 18:00'],
  ['America/New_York', '2026-11-01T04:00', 25, 'Nov 1 06:00 12:00 18:00'],
])('in %s the day from %s, with %d hours, has labels at even local times', (name, from, hours, expected) => {
  process.env.TZ = name;
  expect(labels(from, hourMs, hours, 5)).toBe(expected);
});

test('an hour that the clocks skip or repeat has one label', () => {
  process.env.TZ = 'Europe/Berlin';
  expect(labels('2026-03-29T00:00', hourMs / 6, 18)).toBe('Mar 29, 01:00 01:30 03:00 03:30 04:00 04:30');
  expect(labels('2026-10-24T23:00', hourMs / 2, 8)).toBe('Oct 25, 01:00 02:00 03:00');
});

test('any time axis has labels in order within it, and not too many', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2e12 }),
      fc.constantFrom(60_000, 300_000, 3_600_000, 6 * hourMs, dayMs, 7 * dayMs, 90_000),
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 2, max: 8 }),
      fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati'),
      (anyMs, bucketMs, buckets, most, name) => {
        process.env.TZ = name;
        const fromMs = Math.floor(anyMs / bucketMs) * bucketMs;
        const ticks = timeTicks({ fromMs, bucketMs, buckets }, most, 'local');
        expect(ticks.length).toBeGreaterThan(0);
        // One more at each end, and one where an hour is repeated.
        expect(ticks.length).toBeLessThanOrEqual(most + 2);
        expect(ticks).toEqual([...new Set(ticks)].sort((one, other) => one - other));
        expect(ticks[0]).toBeGreaterThanOrEqual(fromMs);
        expect(ticks.at(-1)).toBeLessThan(fromMs + bucketMs * buckets);
      },
    ),
  );
});
