import type { MetricCondition } from '@seismo/server';
import { expect, test } from 'vitest';
import type { ConditionOptions } from './condition-draft.ts';
import { metricText, thresholdLines, unitOf } from './metric-words.ts';

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
  ],
  spanFunctions: [
    { name: 'count()', title: 'Number of spans', hasField: false, unit: '' },
    { name: 'failure_rate()', title: 'Failed share of spans', hasField: false, unit: '%' },
    { name: 'p95', title: 'p95', hasField: true, unit: 'field' },
  ],
  windows: [{ windowMs: HOUR_MS, name: '1 hour' }],
  comparisons: [
    { comparison: 'value', name: '' },
    { comparison: 'before', name: 'the time before' },
  ],
};
const events: MetricCondition = {
  kind: 'metric',
  metric: 'events',
  windowMs: HOUR_MS,
  comparison: 'value',
  direction: 'above',
  critical: 1500,
  warning: 100,
  resolve: 50,
  firesWithoutData: false,
  reportsEnd: true,
  reminderMs: null,
};
const crashFree: MetricCondition = { ...events, metric: 'crash-free-sessions', direction: 'below' };

test('a metric is in words, with what it is compared with', () => {
  expect(metricText(events, options)).toBe('Events in 1 hour');
  expect(metricText({ ...events, comparison: 'before' }, options)).toBe(
    'Events in 1 hour, compared with the time before',
  );
});

test('each threshold is a line with its name', () => {
  expect(thresholdLines(events, options).map(({ name, value }) => [name, value])).toEqual([
    ['Critical: above 1,500', 1500],
    ['Warning: above 100', 100],
    ['Resolved: at 50', 50],
  ]);
  const only = { ...crashFree, critical: 99, warning: null, resolve: null };
  expect(thresholdLines(only, options).map(({ name, value }) => [name, value])).toEqual([['Critical: below 99%', 99]]);
});

test('a fall compared with before is a negative change', () => {
  const fall = { ...events, comparison: 'before' as const, direction: 'below' as const };
  const lines = thresholdLines({ ...fall, critical: 50, warning: null, resolve: 10 }, options);
  expect(lines.map(({ name, value }) => [name, value])).toEqual([
    ['Critical: below −50%', -50],
    ['Resolved: at −10%', -10],
  ]);
});

test.each<[string, string, string, '' | '%' | 'ms']>([
  ['count()', 'Number of spans in 1 hour', 'Critical: above 1,500', ''],
  ['failure_rate()', 'Failed share of spans in 1 hour', 'Critical: above 1,500%', '%'],
  ['p95(span.duration)', 'p95(span.duration) of spans in 1 hour', 'Critical: above 1,500 ms', 'ms'],
  ['p95(bytes)', 'p95(bytes) of spans in 1 hour', 'Critical: above 1,500', ''],
])('%s of spans has a name and a unit', (aggregate, name, critical, unit) => {
  const condition: MetricCondition = { ...events, metric: 'spans', aggregate };
  expect(metricText(condition, options)).toBe(name);
  expect(thresholdLines(condition, options)[0]!.name).toBe(critical);
  expect(unitOf(condition, options)).toBe(unit);
  expect(unitOf({ ...condition, comparison: 'before' }, options)).toBe('%');
});
