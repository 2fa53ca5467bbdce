import { expect, test } from 'vitest';
import { bytes, count, decimal, percent, plural, precisePercent } from './count.ts';

test('counts are exact where there is room', () => {
  expect([0, 1204, 99_999, 123_456, 4_100_000, 2e9].map(count)).toEqual(['0', '1,204', '99,999', '123k', '4.1M', '2G']);
  expect([plural(1, 'event'), plural(1.2, 'event'), plural(2, 'event'), plural(0, 'person', 'people')]).toEqual([
    '1 event',
    '1 event',
    '2 events',
    '0 people',
  ]);
});

test('only an exact share is shown as 0% or 100%', () => {
  expect([percent(0, 10), percent(1, 1000), percent(999, 1000), percent(10, 10), percent(1, 0)]).toEqual([
    '0%',
    '<1%',
    '>99%',
    '100%',
    '0%',
  ]);
});

test('success rates are precise, and never rounded up to all', () => {
  expect([1, 0.99999, 0.9987, 0.9234, 0].map(precisePercent)).toEqual(['100%', '99.99%', '99.87%', '92.3%', '0%']);
});

test('measured values have at most two decimals', () => {
  expect([1204.5, 98.756, 3, -0.25].map(decimal)).toEqual(['1,204.5', '98.76', '3', '−0.25']);
});

test('sizes', () => {
  expect([bytes(312), bytes(4200), bytes(2 * 1024 * 1024)]).toEqual(['312 B', '4.1 KB', '2.0 MB']);
});
