import { expect, test } from 'vitest';
import { duration, tickText, ticksOf } from './duration.ts';

test.each([
  [0, '0 µs'],
  [850, '850 µs'],
  [999.6, '1 ms'],
  [1000, '1 ms'],
  [12_340, '12.3 ms'],
  [120_400, '120 ms'],
  [999_400, '999 ms'],
  [999_600, '1 s'],
  [1_240_000, '1.24 s'],
  [59_900_000, '59.9 s'],
  [59_990_000, '1 min 0 s'],
  [123_000_000, '2 min 3 s'],
  [7_380_000_000, '2 h 3 min'],
])('%i µs is %s', (us, text) => expect(duration(us)).toBe(text));

test.each([
  [0, 1000, 5, [0, 200, 400, 600, 800, 1000]],
  [150, 900, 4, [200, 400, 600, 800]],
  [0, 3, 10, [0, 1, 2, 3]],
  [5, 5, 4, []],
])('from %i to %i with at most about %i', (from, to, countMax, ticks) =>
  expect(ticksOf(from, to, countMax)).toEqual(ticks),
);

test.each([
  [0, 200, '0 µs'],
  [200_000, 200_000, '200 ms'],
  [1_500_000, 500_000, '1.5 s'],
  [1_234_560, 20, '1.23456 s'],
  [12_346, 2, '12.346 ms'],
  [83_250_000, 50_000, '83.25 s'],
  [120_000_000, 20_000_000, '2 min 0 s'],
  [7_410_000_000, 10_000_000, '123 min 30 s'],
  [7_380_000_000, 100_000_000, '2 h 3 min'],
])('%i µs on a scale of steps of %i is %s', (us, stepUs, text) => expect(tickText(us, stepUs)).toBe(text));
