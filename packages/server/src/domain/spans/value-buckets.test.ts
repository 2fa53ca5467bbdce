import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BUCKET_MAX, bucketOfValue, bucketStarts, valueRows } from './value-buckets.ts';

test('buckets start at round numbers', () => {
  expect(bucketStarts.slice(60, 71)).toEqual([1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8, 10]);
  expect([bucketStarts[0], bucketStarts.at(-1)]).toEqual([1e-6, 1e15]);
});

const rowsOf = (values: number[], countMax = 40) => valueRows(values.map(bucketOfValue), countMax);

test('a few numbers have a row for each bucket between them', () => {
  expect(rowsOf([100, 200]).map(({ from, before }) => [from, before])).toEqual([
    [100, 125],
    [125, 160],
    [160, 200],
    [200, 250],
  ]);
});

test('numbers that are far apart share rows, which start at the same numbers everywhere', () => {
  const rows = rowsOf([130, 9e6]);
  expect(rows.length).toBeLessThanOrEqual(40);
  expect(rows.slice(0, 3).map(({ from }) => from)).toEqual([100, 160, 250]);
  expect(rowsOf([130, 9e6], 4).map(({ from }) => from)).toEqual([100, 10_000, 1e6]);
});

test('zero has a row between negative and positive numbers', () => {
  expect(rowsOf([-1e-7, 1e-7]).map(({ from, before }) => [from, before])).toEqual([
    [-1e-6, 0],
    [0, Number.MIN_VALUE],
    [Number.MIN_VALUE, 1e-6],
  ]);
  const ends = rowsOf([-1e300, 1e300], 20);
  expect([ends[0]!.from, ends.at(-1)!.before]).toEqual([null, null]);
  expect(ends.length).toBeLessThanOrEqual(20);
});

test('between zero and the numbers next to it there are no rows', () => {
  expect(rowsOf([0, 3000, 4000]).map(({ from }) => from)).toEqual([0, 2500, 3150, 4000]);
  expect(rowsOf([-3, 5]).map(({ from }) => from)).toEqual([-3.15, 0, 5]);
  expect(rowsOf([])).toEqual([]);
});

const anyNumber = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -1000, max: 1000 }),
  fc.constantFrom(...bucketStarts, ...bucketStarts.map((start) => -start)),
);

test('each number is in the row of its bucket, and in no other', () => {
  fc.assert(
    fc.property(
      fc.array(anyNumber, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 12, max: 60 }),
      (values, max) => {
        const rows = rowsOf(values, max);
        expect(rows.length).toBeLessThanOrEqual(max);
        for (const [index, { from, before }] of rows.entries()) {
          const next = rows[index + 1]?.from ?? before;
          // Between zero and the numbers next to it there may be no rows.
          if (from === 0 || next === 0) expect(next).toBeGreaterThanOrEqual(before!);
          else expect(next).toBe(before);
        }
        for (const value of values) {
          const bucket = bucketOfValue(value);
          expect(Math.abs(bucket)).toBeLessThanOrEqual(BUCKET_MAX);
          const own = rows.filter(({ firstBucket, lastBucket }) => bucket >= firstBucket && bucket <= lastBucket);
          const within = rows.filter(
            ({ from, before }) => value >= (from ?? -Infinity) && value < (before ?? Infinity),
          );
          expect(within).toEqual(own);
          expect(own.length).toBe(1);
        }
      },
    ),
  );
});
