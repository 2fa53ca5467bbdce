import { expect, test } from 'vitest';
import { groupHref, readGroupFilter, readPerformanceFilter } from './search-params.ts';
import { changeText, failureRate, kindWords, rate, spansOf } from './words.ts';

test.each([
  [0, '0/day'],
  [1 / 1440 / 7, '0.14/day'],
  [0.001, '1.4/day'],
  [0.5, '30/h'],
  [1, '1/min'],
  [12.34, '12/min'],
  [1204.4, '1,204/min'],
])('%d a minute is %s', (perMinute, text) => {
  expect(rate(perMinute)).toBe(text);
});

test.each([
  [100, 0, null],
  [100, 100, '±0%'],
  [132, 100, '+32%'],
  [60, 100, '−40%'],
  [199, 100, '+99%'],
  [350, 100, '3.5×'],
])('%d after %d is %s', (current, previous, text) => {
  expect(changeText(current, previous)).toBe(text);
});

test.each([
  [0, '0%'],
  [0.004, '<1%'],
  [0.25, '25%'],
  [1, '100%'],
])('the failure rate %d is %s', (share, text) => {
  expect(failureRate(share)).toBe(text);
});

test('spans of a kind are counted in its word', () => {
  expect([spansOf('queries', 1), spansOf('queries', 2), spansOf('jobs', 2)]).toEqual([
    '1 query',
    '2 queries',
    '2 runs',
  ]);
});

test('the URL of a group reads as it was written, with the last 24 hours as its default', () => {
  const group = {
    kind: 'queries',
    project: 'shop',
    service: 'a b',
    name: 'SELECT "*" &=1',
    environments: ['dev'],
  } as const;
  const of = { ...group, environments: [...group.environments], range: '24h' as const };
  const href = groupHref(of);
  expect(href).not.toContain('range');
  expect(groupHref({ ...of, range: '14d' })).toContain('range=14d');
  const params = new URLSearchParams(href.split('?')[1]);
  expect(readGroupFilter(Object.fromEntries(params))).toEqual(of);
});

test('unknown values in the URL are the defaults', () => {
  const filter = readPerformanceFilter({ kind: '__proto__', sort: 'x', range: 'never' });
  expect(filter).toMatchObject({ kind: 'pages', sort: 'time', range: '24h' });
  expect(Object.keys(kindWords)).toContain(filter.kind);
});
