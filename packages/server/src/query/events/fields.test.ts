import { expect, test } from 'vitest';
import { sortNamed } from './fields.ts';

const [count, p95] = [{ name: 'count()' }, { name: 'p95(span.duration)' }];

test('a table is sorted by a field of it, or by the alias that Sentry gives to a function', () => {
  expect(sortNamed('-count()', [count, p95])).toEqual({ field: count, descending: true });
  expect(sortNamed('count', [count, p95])).toEqual({ field: count, descending: false });
  expect(sortNamed('-p95_span_duration', [count, p95])).toEqual({ field: p95, descending: true });
  expect(sortNamed('p95', [count, p95])).toBeNull();
});

test('a long name takes no time', () => {
  const startMs = performance.now();
  expect(sortNamed('-count', [{ name: `p95(${' '.repeat(64_000)}x)` }])).toBeNull();
  expect(performance.now() - startMs).toBeLessThan(1000);
});
