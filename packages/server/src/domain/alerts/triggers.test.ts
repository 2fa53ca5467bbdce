import { expect, test } from 'vitest';
import type { FrequencyCondition, MetricCondition } from './conditions.ts';
import { conditionText, readingText, whenOf } from './triggers.ts';

const hour = 3_600_000;
const metric: MetricCondition = {
  kind: 'metric',
  metric: 'events',
  windowMs: hour,
  comparison: 'value',
  direction: 'above',
  critical: 1000,
  warning: 500,
  resolve: null,
  firesWithoutData: true,
  reportsEnd: true,
  reminderMs: null,
};
const crashFree = { metric: 'crash-free-sessions', direction: 'below', critical: 99.5, warning: null } as const;

test.each<[string, Partial<MetricCondition>]>([
  ['Events above 1,000 in 1 hour', {}],
  ['Crash-free sessions below 99.5% in 1 hour', crashFree],
  ['Events more than 50% above the time before in 1 hour', { comparison: 'before', critical: 50 }],
  [
    'Affected users more than 30% below the same time a week before in 24 hours',
    { metric: 'users', comparison: 'week-before', direction: 'below', critical: 30, windowMs: 24 * hour },
  ],
])('a condition in words: %s', (text, change) => {
  expect(whenOf({ triggerKind: 'metric', condition: { ...metric, ...change } })).toBe(text);
});

test('a level names its own threshold, and the end the mildest one', () => {
  expect(conditionText(metric, 'warning')).toBe('Events above 500 in 1 hour');
  expect(conditionText(metric, 'ok')).toBe('Events above 500 in 1 hour');
  expect(conditionText({ ...metric, warning: null }, 'ok')).toBe('Events above 1,000 in 1 hour');
  expect(conditionText(metric, 'no-data')).toBe('No events in 1 hour');
});

test('the numbers of an issue in words', () => {
  const condition: FrequencyCondition = { kind: 'frequency', windowMs: hour, count: 1, increase: null };
  expect(whenOf({ triggerKind: 'user-frequency', condition })).toBe('An issue with at least 1 user in 1 hour');
  expect(whenOf({ triggerKind: 'event-frequency', condition: { ...condition, count: 2000, increase: 50 } })).toBe(
    'An issue with at least 2,000 events in 1 hour, 50% more than in the time before',
  );
  expect(whenOf({ triggerKind: 'regression', condition: null })).toBe(
    'An issue that occurs again after it was resolved',
  );
});

test('what was measured in words', () => {
  expect(readingText(metric, { value: 1, before: null })).toBe('1 event in 1 hour');
  expect(readingText({ ...metric, comparison: 'before' }, { value: 1200, before: 3 })).toBe(
    '1,200 events in 1 hour, and 3 in the time before',
  );
  expect(readingText({ ...metric, ...crashFree }, { value: 98.765, before: null })).toBe(
    '98.77% of sessions without a crash in 1 hour',
  );
  expect(readingText(metric, { value: null, before: null })).toBe('No data');
});
