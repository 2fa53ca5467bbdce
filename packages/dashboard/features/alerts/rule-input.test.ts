import { expect, test } from 'vitest';
import { isSnoozed, readConditions, readRule, reminderOptions, repeatOptions, snoozeOptions } from './rule-input.ts';

const HOUR_MS = 3_600_000;

function formOf(entries: [name: string, value: string][]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

test('a form becomes a rule, with its schedule only if it applies', () => {
  const entries: [string, string][] = [
    ['name', 'Checkout'],
    ['trigger', 'regression'],
    ['query', 'level:error'],
    ['environments', 'production'],
    ['environments', 'staging'],
    ['enabled', 'on'],
    ['channel', '4'],
    ['owner', 'user:7'],
    ['repeatMs', '3600000'],
    ['schedule.timeZone', 'Europe/Berlin'],
    ['schedule.days', '1'],
    ['schedule.days', '5'],
    ['schedule.from', '09:00'],
    ['schedule.to', '18:00'],
  ];
  const rule = {
    name: 'Checkout',
    trigger: 'regression',
    query: 'level:error',
    environments: ['production', 'staging'],
    enabled: true,
    toTeam: false,
    channelIds: [4],
    owner: { kind: 'user', userId: 7 },
    reportsResolved: false,
    escalation: null,
    condition: null,
    repeatMs: HOUR_MS,
  };
  expect(readRule(formOf([...entries, ['when', 'always']]))).toEqual({ ...rule, schedule: null });
  const schedule = { timeZone: 'Europe/Berlin', days: [1, 5], from: '09:00', to: '18:00' };
  expect(readRule(formOf([...entries, ['when', 'scheduled']]))).toEqual({ ...rule, schedule });
});

test('the owner in a form is a user, a team or none', () => {
  const ownerIn = (value: string) => readRule(formOf([['owner', value]])).owner;
  expect(ownerIn('user:7')).toEqual({ kind: 'user', userId: 7 });
  expect(ownerIn('team:7')).toEqual({ kind: 'team', teamId: 7 });
  expect([ownerIn(''), readRule(formOf([])).owner]).toEqual([null, null]);
});

const metricEntries: [string, string][] = [
  ['trigger', 'metric'],
  ['condition.metric', 'crash-free-sessions'],
  ['condition.windowMs', String(HOUR_MS)],
  ['condition.comparison', 'value'],
  ['condition.direction', 'below'],
  ['condition.critical', '98.5'],
  ['condition.warning', ''],
  ['condition.resolve', '99.5'],
  ['condition.reminderMs', ''],
];

test('a form about spans has what is calculated of them', () => {
  const withFunction = (...entries: [string, string][]) =>
    readConditions(formOf([...metricEntries, ...entries])).condition;
  expect(withFunction(['condition.function', 'count()'])).toMatchObject({ aggregate: 'count()' });
  expect(withFunction(['condition.function', 'p95'], ['condition.aggregate', ' span.duration '])).toMatchObject({
    aggregate: 'p95(span.duration)',
  });
  expect(withFunction()).not.toHaveProperty('aggregate');
});

test('a form with a metric has its thresholds, and none for empty optional fields', () => {
  const condition = {
    kind: 'metric',
    metric: 'crash-free-sessions',
    windowMs: HOUR_MS,
    comparison: 'value',
    direction: 'below',
    critical: 98.5,
    warning: null,
    resolve: 99.5,
    firesWithoutData: false,
    reportsEnd: false,
    reminderMs: null,
  };
  expect(readConditions(formOf(metricEntries)).condition).toEqual(condition);
  const others: [string, string][] = [
    ...metricEntries.filter(([name]) => name !== 'condition.reminderMs'),
    ['condition.firesWithoutData', 'on'],
    ['condition.reportsEnd', 'on'],
    ['condition.reminderMs', String(4 * HOUR_MS)],
  ];
  expect(readConditions(formOf(others)).condition).toEqual({
    ...condition,
    firesWithoutData: true,
    reportsEnd: true,
    reminderMs: 4 * HOUR_MS,
  });
});

test('a form with a frequency has its increase only if it applies', () => {
  const entries: [string, string][] = [
    ['trigger', 'event-frequency'],
    ['condition.count', '100'],
    ['condition.windowMs', String(HOUR_MS)],
  ];
  const condition = { kind: 'frequency', windowMs: HOUR_MS, count: 100, increase: null };
  expect(readConditions(formOf(entries)).condition).toEqual(condition);
  const increased: [string, string][] = [...entries, ['condition.hasIncrease', 'on'], ['condition.increase', '50']];
  expect(readConditions(formOf(increased)).condition).toEqual({ ...condition, increase: 50 });
});

test('a form about releases has its verdicts, also none, which the server refuses', () => {
  const entries: [string, string][] = [
    ['trigger', 'release'],
    ['condition.ratings', 'bad'],
    ['condition.ratings', 'unclear'],
  ];
  expect(readConditions(formOf(entries)).condition).toEqual({ kind: 'release', ratings: ['bad', 'unclear'] });
  expect(readConditions(formOf(entries.slice(0, 1))).condition).toEqual({ kind: 'release', ratings: [] });
});

test('a missing number stays one that the server refuses, also after JSON', () => {
  const critical = metricEntries.map(([name, value]): [string, string] => [
    name,
    name === 'condition.critical' ? '' : value,
  ]);
  expect(readConditions(formOf(critical)).condition).toMatchObject({ critical: Number.NaN });
  const frequency = formOf([
    ['condition.count', ''],
    ['condition.hasIncrease', 'on'],
    ['condition.increase', ''],
  ]);
  expect(readConditions(frequency).condition).toMatchObject({ count: Number.NaN, increase: 0 });
});

test('the times between reminders include that of the rule', () => {
  expect(reminderOptions('').map(({ name }) => name)).toEqual([
    'Never',
    'Every 30 minutes',
    'Every 1 hour',
    'Every 4 hours',
    'Every 24 hours',
  ]);
  expect(reminderOptions(String(90 * 60_000)).map(({ name }) => name)).toContain('Every 90 minutes');
});

test('the times between messages include that of the rule', () => {
  expect(repeatOptions(HOUR_MS).map(({ name }) => name)).toEqual([
    '5 minutes',
    '15 minutes',
    '30 minutes',
    '1 hour',
    '4 hours',
    '24 hours',
  ]);
  expect(repeatOptions(90 * 60_000).map(({ name }) => name)).toContain('90 minutes');
});

test('a rule is snoozed until its time', () => {
  expect(isSnoozed({ snoozedUntilMs: null }, 5)).toBe(false);
  expect(isSnoozed({ snoozedUntilMs: 5 }, 5)).toBe(false);
  expect(isSnoozed({ snoozedUntilMs: 6 }, 5)).toBe(true);
});

test('a snooze until tomorrow ends at nine o’clock of the viewer', () => {
  const now = new Date(2026, 10, 27, 22, 30);
  const options = snoozeOptions(now);
  expect(options.map(({ durationMs }) => durationMs / HOUR_MS)).toEqual([1, 4, 24, 10.5]);
});
