import { expect, test } from 'vitest';
import { duration, ticksOf } from './duration.ts';

test.each([
  [0, '0 µs'],
  [850, '850 µs'],
  [1000, '1 ms'],
  [12_340, '12.3 ms'],
  [120_400, '120 ms'],
  [1_240_000, '1.24 s'],
  [59_900_000, '59.9 s'],
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
