import { expect, test } from 'vitest';
import { densityLevel, rowTicks } from './density.ts';

test('a single span has the lightest color, the most have the darkest', () => {
  expect([1, 2, 10, 100, 999, 1000].map((value) => densityLevel(value, 1000))).toEqual([1, 1, 2, 4, 5, 5]);
  expect(densityLevel(0.5, 1000)).toBe(1);
});

test('cells with one span each are all dark', () => {
  expect(densityLevel(1, 1)).toBe(5);
});

test('at most six rows have a label', () => {
  expect(rowTicks(3)).toEqual([0, 1, 2]);
  expect(rowTicks(40)).toEqual([0, 7, 14, 21, 28, 35]);
});
