import { expect, test } from 'vitest';
import { confidenceOf } from './confidence.ts';

test.each<[aggregate: string, value: number | null, spans: number, estimated: number, confidence: string | null]>([
  ['count()', 100, 10, 100, 'low'],
  // 1.96 × √(0.9 / 14) is above a half, of 13.9 spans and more at most.
  ['count()', 130, 13, 130, 'low'],
  ['count()', 140, 14, 140, 'high'],
  ['epm()', 1, 14, 140, 'high'],
  ['eps()', 1, 13, 130, 'low'],
  // All spans are stored.
  ['count()', 1, 1, 1, 'high'],
  ['p95(span.duration)', 7, 1, 1, 'high'],
  // Of those that have the attribute.
  ['count(rows)', 130, 100, 1000, 'low'],
  ['count(rows)', 140, 100, 1000, 'high'],
  ['p95(span.duration)', 7, 50, 500, 'low'],
  ['p95(span.duration)', 7, 51, 510, 'high'],
  ['avg(rows)', 0, 51, 510, 'high'],
  // Of those that failed.
  ['failure_rate()', 0.13, 100, 1000, 'low'],
  ['failure_rate()', 0.14, 100, 1000, 'high'],
  ['failure_rate()', 0, 100, 1000, 'low'],
  ['min(rows)', 1, 1000, 10_000, null],
  ['max(span.duration)', 1, 1000, 10_000, null],
  ['p100()', 1, 1000, 10_000, null],
  ['count_unique(user)', 1, 1000, 10_000, null],
  ['count_sample()', 1, 1000, 10_000, null],
  ['span.op', 1, 1000, 10_000, null],
  ['count()', 0, 0, 0, null],
  ['p95()', null, 100, 1000, null],
])('%s of %j from %d spans that stand for %d is %s', (aggregate, value, spans, estimated, confidence) => {
  expect(confidenceOf(aggregate, value, { spans, estimated })).toBe(confidence);
});
