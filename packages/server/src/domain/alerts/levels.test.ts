import { expect, test } from 'vitest';
import type { MetricCondition } from './conditions.ts';
import { changeOf, levelAfter, type AlertLevel, type Measured } from './levels.ts';

const base: MetricCondition = {
  kind: 'metric',
  metric: 'events',
  windowMs: 300_000,
  comparison: 'value',
  direction: 'above',
  critical: 100,
  warning: null,
  resolve: null,
  firesWithoutData: false,
  reportsEnd: true,
  reminderMs: null,
};
const measured = (value: number | null, before: number | null = null): Measured => ({
  value,
  before,
  hasData: value !== null,
});

const levels = (condition: Partial<MetricCondition>, values: (Measured | number | null)[]): AlertLevel[] => {
  let level: AlertLevel = 'ok';
  return values.map((value) => {
    const given = typeof value === 'number' || value === null ? measured(value) : value;
    return (level = levelAfter({ ...base, ...condition }, given, level));
  });
};

test('a threshold itself is not crossed', () => {
  expect(levels({}, [100, 100.1, 100])).toEqual(['ok', 'critical', 'ok']);
  expect(levels({ direction: 'below' }, [100, 99.9, 100])).toEqual(['ok', 'critical', 'ok']);
});

test('a warning comes before, and follows, the critical level', () => {
  expect(levels({ warning: 50 }, [50, 51, 101, 51, 50])).toEqual(['ok', 'warning', 'critical', 'warning', 'ok']);
  expect(levels({ direction: 'below', critical: 10, warning: 50 }, [49, 9, 49, 50])).toEqual([
    'warning',
    'critical',
    'warning',
    'ok',
  ]);
});

test('with a resolve threshold, a level lasts until the value is on its other side', () => {
  expect(levels({ resolve: 20 }, [50, 101, 60, 21, 20, 60])).toEqual([
    'ok',
    'critical',
    'critical',
    'critical',
    'ok',
    'ok',
  ]);
  expect(levels({ warning: 50, resolve: 20 }, [101, 30, 20])).toEqual(['critical', 'warning', 'ok']);
});

test('changes are percents in the direction of the rule', () => {
  const change = { comparison: 'before', critical: 50 } as const;
  expect(levels(change, [measured(150, 100), measured(151, 100), measured(30, 100)])).toEqual(['ok', 'critical', 'ok']);
  expect(levels({ ...change, direction: 'below' }, [measured(50, 100), measured(49, 100), measured(300, 100)])).toEqual(
    ['ok', 'critical', 'ok'],
  );
});

test('without a value to compare with, the level stays', () => {
  const change = { comparison: 'before', critical: 50 } as const;
  expect(levels(change, [measured(5, 0), measured(200, 100), measured(5, 0), measured(5, null)])).toEqual([
    'ok',
    'critical',
    'critical',
    'critical',
  ]);
});

test('no data is a level of its own if the rule waits for it', () => {
  expect(levels({ firesWithoutData: true }, [101, null, null, 101, null, 1])).toEqual([
    'critical',
    'no-data',
    'no-data',
    'critical',
    'no-data',
    'ok',
  ]);
  expect(levels({}, [101, null])).toEqual(['critical', 'critical']);
  // Data is there again, although nothing can be compared yet.
  const unclear = { value: 5, before: 0, hasData: true };
  expect(levels({ firesWithoutData: true, comparison: 'before' }, [null, unclear])).toEqual(['no-data', 'ok']);
});

test('a change is worse, over, or not worth a message', () => {
  const pairs: [AlertLevel, AlertLevel][] = [
    ['ok', 'ok'],
    ['ok', 'warning'],
    ['warning', 'critical'],
    ['critical', 'warning'],
    ['warning', 'no-data'],
    ['no-data', 'warning'],
    ['critical', 'ok'],
  ];
  expect(pairs.map(([before, after]) => changeOf(before, after))).toEqual([
    null,
    'worse',
    'worse',
    null,
    'worse',
    'worse',
    'over',
  ]);
});
