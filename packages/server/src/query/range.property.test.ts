import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bucketsAround, bucketsBefore, bucketsOf, fillSeries, rangeNames } from './range.ts';

test('a range consists of whole buckets, and the last one includes now', () => {
  fc.assert(
    fc.property(fc.constantFrom(...rangeNames), fc.nat(4_000_000_000_000), (name, nowMs) => {
      const { fromMs, toMs, bucketMs } = bucketsOf(name, nowMs);
      expect(Math.abs(fromMs % bucketMs)).toBe(0);
      expect(nowMs).toBeLessThan(toMs);
      expect(nowMs).toBeGreaterThanOrEqual(toMs - bucketMs);
    }),
  );
});

test('the bars add up to the count inside the range', () => {
  const buckets = bucketsOf('14d', 1_800_000_000_000);
  const row = fc.record({ bucket: fc.integer({ min: -2, max: 30 }), count: fc.nat(1000) });
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const series = fillSeries(
        buckets,
        rows.map(({ bucket, count }) => ({ bucketAtMs: buckets.fromMs + bucket * buckets.bucketMs, count })),
      );
      const inside = rows.filter(({ bucket }) => bucket >= 0 && bucket < 28);
      expect(series.values.reduce((a, b) => a + b, 0)).toBe(inside.reduce((sum, { count }) => sum + count, 0));
    }),
  );
});

test('any time range has few bars with round bounds that cover it', () => {
  const ms = fc.integer({ min: -1_000_000_000_000, max: 5_000_000_000_000 });
  fc.assert(
    fc.property(ms, ms, (one, other) => {
      const [fromMs, toMs] = [Math.min(one, other), Math.max(one, other)];
      const around = bucketsAround({ fromMs, toMs });
      expect(around.fromMs).toBeLessThanOrEqual(fromMs);
      expect(around.toMs).toBeGreaterThanOrEqual(toMs);
      expect(Math.abs(around.fromMs % around.bucketMs)).toBe(0);
      const bars = (around.toMs - around.fromMs) / around.bucketMs;
      expect(bars).toBeGreaterThanOrEqual(1);
      expect(bars).toBeLessThanOrEqual(61);
    }),
  );
});

test('a custom range is counted exactly, in few bars, and compared with an equal range before it', () => {
  const ms = fc.integer({ min: 0, max: 4_000_000_000_000 });
  fc.assert(
    fc.property(ms, ms, (one, other) => {
      const range = { fromMs: Math.min(one, other), toMs: Math.max(one, other) + 1 };
      const [now, before] = [bucketsOf(range, 0), bucketsBefore(bucketsOf(range, 0))];
      expect(now.range).toEqual(range);
      const bars = (now.toMs - now.fromMs) / now.bucketMs;
      expect(bars).toBeLessThanOrEqual(31);
      expect((before.toMs - before.fromMs) / before.bucketMs).toBe(bars);
      expect(before.range.toMs - before.range.fromMs).toBe(range.toMs - range.fromMs);
      expect(before.range.toMs).toBeLessThanOrEqual(range.fromMs);
      expect(range.fromMs - before.range.toMs).toBeLessThan(now.bucketMs);
    }),
  );
});
