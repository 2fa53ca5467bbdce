import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countTicks, timeTicks } from './scale.ts';

const hourMs = 3_600_000;

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

test('time labels are at even times', () => {
  const fromMs = Date.UTC(2026, 10, 20, 13);
  expect(timeTicks(fromMs, hourMs, 24, 6).map((atMs) => new Date(atMs).getUTCHours())).toEqual([18, 0, 6, 12]);
  const days = timeTicks(Date.UTC(2026, 10, 7), 24 * hourMs, 14, 7);
  expect(new Set(days.slice(1).map((atMs, index) => atMs - days[index]!))).toEqual(new Set([2 * 24 * hourMs]));
});

test('any time axis has labels at starts of buckets, and not too many', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2e12 }),
      fc.constantFrom(60_000, 300_000, 3_600_000, 6 * hourMs, 24 * hourMs, 7 * 24 * hourMs, 90_000),
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 2, max: 8 }),
      (anyMs, bucketMs, buckets, most) => {
        const fromMs = Math.floor(anyMs / bucketMs) * bucketMs;
        const ticks = timeTicks(fromMs, bucketMs, buckets, most);
        expect(ticks.length).toBeLessThanOrEqual(most + 1);
        for (const atMs of ticks) {
          expect((atMs - fromMs) % bucketMs).toBe(0);
          expect(atMs).toBeLessThan(fromMs + bucketMs * buckets);
        }
      },
    ),
  );
});
