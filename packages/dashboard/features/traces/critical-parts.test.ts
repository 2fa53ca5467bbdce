import { expect, test } from 'vitest';
import { criticalParts } from './critical-parts.ts';

test('parts are in percent of the visible time, without those outside of it', () => {
  const zoom = { fromUs: 1000, toUs: 2000 };
  expect(criticalParts([0, 500, 900, 1100, 1500, 1600, 1900, 2500, 2600, 2700], zoom)).toEqual([
    { from: -1, to: 10 },
    { from: 50, to: 60 },
    { from: 90, to: 101 },
  ]);
});

test('of ten thousand parts, those without a visible gap are one, until the gap is zoomed to', () => {
  const times = Array.from({ length: 10_000 }, (_, n) => [n * 10, n * 10 + 5]).flat();
  times.push(150_000, 150_010);
  const parts = criticalParts(times, { fromUs: 0, toUs: 200_000 });
  expect(parts).toEqual([
    { from: 0, to: 49.9975 },
    { from: 75, to: 75.005 },
  ]);
  expect(criticalParts(times, { fromUs: 0, toUs: 40 })).toEqual([
    { from: 0, to: 12.5 },
    { from: 25, to: 37.5 },
    { from: 50, to: 62.5 },
    { from: 75, to: 87.5 },
    { from: 100, to: 101 },
  ]);
});
