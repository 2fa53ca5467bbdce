import { expect, test } from 'vitest';
import { valueRangeText, valueText } from './value-text.ts';

test('numbers have the unit that fits', () => {
  expect([0, 12, 250_000, 4e6].map((value) => valueText(value, 'microsecond'))).toEqual([
    '0 µs',
    '12 µs',
    '250 ms',
    '4 s',
  ]);
  expect([0, 1.25, 12_500, -3, 1e-6].map((value) => valueText(value, null))).toEqual([
    '0',
    '1.25',
    '12.5K',
    '-3',
    '1e-6',
  ]);
});

test('ranges are open at their ends', () => {
  const text = (from: number | null, before: number | null) => valueRangeText({ from, before }, null);
  expect([text(1, 2), text(null, 1), text(1, null), text(null, null)]).toEqual([
    '1 to 2',
    'below 1',
    '1 and more',
    'any value',
  ]);
  expect([text(0, Number.MIN_VALUE), text(Number.MIN_VALUE, 1)]).toEqual(['0', 'above 0 to 1']);
});
