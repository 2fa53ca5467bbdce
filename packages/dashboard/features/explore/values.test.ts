import { expect, test } from 'vitest';
import { isEstimated, isTimeMeasure, textOf, type FieldType } from './values.ts';

const field = (type: string, unit: string | null = null): FieldType => ({ type, unit });

test.each([
  [1240, field('duration', 'millisecond'), '1.24 s'],
  [0.0512, field('percentage'), '5.12%'],
  [3.456, field('rate', '1/minute'), '3.46/min'],
  [12_345, field('integer'), '12,345'],
  [500, field('string'), '500'],
  ['db', field('string'), 'db'],
  [true, field('boolean'), 'true'],
  [['TypeError'], field('array'), 'TypeError'],
  [[], field('array'), null],
  [null, field('number'), null],
])('%j of %j is %s', (value, of, text) => expect(textOf(value, of)).toBe(text));

test('measures that are times have no chart', () => {
  expect(['max(timestamp)', 'last_seen()', 'count()', 'p95(span.duration)'].map(isTimeMeasure)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('what is found among the stored spans is not estimated', () => {
  const names = [
    'count()',
    'p95(span.duration)',
    'sum(rows)',
    'max(span.duration)',
    'p100(rows)',
    'count_unique(user)',
  ];
  expect(names.filter(isEstimated)).toEqual(['count()', 'p95(span.duration)', 'sum(rows)']);
});
