import type { FrequencyCondition, MetricCondition } from '@seismo/server';
import { expect, test } from 'vitest';
import {
  draftOf,
  filteredBy,
  frequencyOf,
  hasEnvironments,
  readAggregate,
  spanAggregate,
  thresholdsOf,
  withFrequency,
  withRating,
  withThresholds,
  type ConditionOptions,
} from './condition-draft.ts';

const HOUR_MS = 3_600_000;
const options: ConditionOptions = {
  metrics: [
    { metric: 'spans', name: 'Spans', isPercent: false, searches: 'spans', hasEnvironments: true },
    { metric: 'events', name: 'Events', isPercent: false, searches: 'events', hasEnvironments: true },
    {
      metric: 'crash-free-sessions',
      name: 'Crash-free sessions',
      isPercent: true,
      searches: null,
      hasEnvironments: true,
    },
    {
      metric: 'dropped-events',
      name: 'Dropped',
      isPercent: true,
      searches: null,
      hasEnvironments: false,
    },
  ],
  spanFunctions: [
    { name: 'count()', title: 'Number of spans', hasField: false, unit: '' },
    { name: 'failure_rate()', title: 'Failed share of spans', hasField: false, unit: '%' },
    { name: 'p95', title: 'p95', hasField: true, unit: 'field' },
  ],
  windows: [{ windowMs: HOUR_MS, name: '1 hour' }],
  comparisons: [{ comparison: 'value', name: '' }],
};
const saved: MetricCondition = {
  kind: 'metric',
  metric: 'events',
  windowMs: 4 * HOUR_MS,
  comparison: 'value',
  direction: 'above',
  critical: 0,
  warning: null,
  resolve: 12.5,
  firesWithoutData: true,
  reportsEnd: false,
  reminderMs: HOUR_MS,
};

test('a saved metric comes back in its form', () => {
  const { metric } = draftOf({ trigger: 'metric', condition: saved });
  expect(metric).toMatchObject({
    metric: 'events',
    windowMs: String(4 * HOUR_MS),
    firesWithoutData: true,
    reportsEnd: false,
    reminderMs: String(HOUR_MS),
  });
  expect(thresholdsOf(metric)).toEqual({ direction: 'above', critical: '0', warning: '', resolve: '12.5' });
});

test('each metric and its change have thresholds of their own, which come back with it', () => {
  const { metric } = draftOf({ trigger: 'metric', condition: saved });
  const crashFree = { ...metric, metric: 'crash-free-sessions' as const };
  expect(thresholdsOf(crashFree)).toMatchObject({ direction: 'below', critical: '99', resolve: '' });
  expect(thresholdsOf({ ...metric, comparison: 'before' })).toMatchObject({ critical: '100', resolve: '' });

  const edited = withThresholds(crashFree, { warning: '99.5' });
  expect(thresholdsOf(edited)).toMatchObject({ direction: 'below', critical: '99', warning: '99.5' });
  expect(thresholdsOf({ ...edited, comparison: 'week-before' })).toMatchObject({ warning: '' });
  expect(thresholdsOf({ ...edited, metric: 'events' })).toMatchObject({ critical: '0', resolve: '12.5' });
});

test.each<[string, { function: string; field: string }]>([
  ['count()', { function: 'count()', field: 'span.duration' }],
  ['p95(span.duration)', { function: 'p95', field: 'span.duration' }],
  ['sum(tags[a(b),number])', { function: 'sum', field: 'tags[a(b),number]' }],
])('what a rule about spans calculates comes back as it was: %s', (aggregate, spans) => {
  expect(readAggregate(aggregate)).toEqual(spans);
  const { metric } = draftOf({ trigger: 'metric', condition: { ...saved, metric: 'spans', aggregate } });
  expect(metric).toMatchObject({ metric: 'spans', spans });
  const functions = [...options.spanFunctions, { name: 'sum', title: 'Sum', hasField: true, unit: 'field' as const }];
  expect(spanAggregate(metric, { spanFunctions: functions })).toEqual({ aggregate });
});

test('each function of spans has thresholds of its own', () => {
  const { metric } = draftOf({ trigger: 'metric', condition: { ...saved, metric: 'spans', aggregate: 'count()' } });
  expect(thresholdsOf(metric)).toMatchObject({ critical: '0', resolve: '12.5' });
  const failed = { ...metric, spans: { ...metric.spans, function: 'failure_rate()' } };
  expect(thresholdsOf(failed)).toMatchObject({ critical: '5', resolve: '' });
  expect(thresholdsOf({ ...failed, comparison: 'before' })).toMatchObject({ critical: '100' });
  expect(thresholdsOf({ ...failed, metric: 'events' })).toMatchObject({ critical: '100' });
  expect(spanAggregate({ ...failed, metric: 'events' }, options)).toEqual({});
});

test('the numbers of events and users are apart, and come back with their trigger', () => {
  const condition: FrequencyCondition = { kind: 'frequency', windowMs: HOUR_MS, count: 7, increase: 25 };
  const draft = draftOf({ trigger: 'event-frequency', condition });
  expect(frequencyOf(draft)).toEqual({ windowMs: String(HOUR_MS), count: '7', hasIncrease: true, increase: '25' });
  const users = withFrequency({ ...draft, trigger: 'user-frequency' }, { count: '3' });
  expect(frequencyOf(users)).toMatchObject({ count: '3', hasIncrease: false });
  expect(frequencyOf({ ...users, trigger: 'event-frequency' })).toMatchObject({ count: '7', hasIncrease: true });
});

test('a rule about releases reports bad ones at first, and its own verdicts come back', () => {
  expect(draftOf({ trigger: 'new-issue', condition: null }).ratings).toEqual(['bad']);
  const draft = draftOf({ trigger: 'release', condition: { kind: 'release', ratings: ['unclear', 'good'] } });
  expect(draft.ratings).toEqual(['unclear', 'good']);
  expect(withRating(draft, 'bad', true).ratings.toSorted()).toEqual(['bad', 'good', 'unclear']);
  expect(withRating(draft, 'good', true).ratings.toSorted()).toEqual(['good', 'unclear']);
  expect(withRating(draft, 'good', false).ratings).toEqual(['unclear']);
});

test('a filter is of issues, of the events or spans of a metric, or missing', () => {
  const draft = draftOf({ trigger: 'metric', condition: saved });
  expect(filteredBy({ ...draft, metric: { ...draft.metric, metric: 'spans' } }, options)).toBe('spans');
  expect(filteredBy({ ...draft, trigger: 'new-issue' }, options)).toBe('issues');
  expect(filteredBy(draft, options)).toBe('events');
  const crashFree = { ...draft, metric: { ...draft.metric, metric: 'crash-free-sessions' as const } };
  expect(filteredBy(crashFree, options)).toBeNull();
  expect(hasEnvironments(crashFree, options)).toBe(true);
  const dropped = { ...draft, metric: { ...draft.metric, metric: 'dropped-events' as const } };
  expect(hasEnvironments(dropped, options)).toBe(false);
  expect(hasEnvironments({ ...dropped, trigger: 'regression' }, options)).toBe(true);
  expect(filteredBy({ ...draft, trigger: 'release' }, options)).toBeNull();
  expect(hasEnvironments({ ...dropped, trigger: 'release' }, options)).toBe(true);
});
