import { expect, test } from 'vitest';
import { nextHour, readMaintenance } from './maintenance-input.ts';

const form = (fields: Record<string, string | string[]>) => {
  const data = new FormData();
  for (const [name, values] of Object.entries(fields)) {
    for (const value of [values].flat()) data.append(name, value);
  }
  return data;
};

test('an hour begins with this minute and has no seconds', () => {
  const at = Date.UTC(2026, 10, 28, 15, 4);
  const hour = { kind: 'once', startsAtMs: at, endsAtMs: at + 3_600_000 };
  expect(nextHour(at)).toEqual(hour);
  expect(nextHour(at + 59_999)).toEqual(hour);
});

test('a form has a window that is active once, of all projects or of some', () => {
  const once = { name: 'Upgrade', times: 'once', startsAtMs: '1000', endsAtMs: '2000', 'schedule.days': '7' };
  const times = { kind: 'once', startsAtMs: 1000, endsAtMs: 2000 };
  expect(readMaintenance(form({ ...once, concerns: 'all', projectIds: '1' }))).toEqual({
    name: 'Upgrade',
    projectIds: null,
    times,
  });
  expect(readMaintenance(form({ ...once, concerns: 'selected', projectIds: ['2', '1'] })).projectIds).toEqual([2, 1]);
  // Nothing selected must not be all.
  expect(readMaintenance(form({ ...once, concerns: 'selected' })).projectIds).toEqual([]);
});

test('a form that was sent before the page could react has times in UTC, and a missing time is no number', () => {
  const times = (startsAtMs: string) => readMaintenance(form({ times: 'once', startsAtMs, endsAtMs: '' })).times;
  expect(times('2026-11-28T15:04')).toEqual({
    kind: 'once',
    startsAtMs: Date.UTC(2026, 10, 28, 15, 4),
    endsAtMs: Number.NaN,
  });
  expect(times('soon')).toMatchObject({ startsAtMs: Number.NaN });
});

test('a form has a window of every week', () => {
  const schedule = { timeZone: 'Europe/Berlin', from: '02:00', to: '04:00' };
  const fields = Object.fromEntries(Object.entries(schedule).map(([name, value]) => [`schedule.${name}`, value]));
  const weekly = { name: 'Weekly', concerns: 'all', times: 'weekly', startsAtMs: '1', 'schedule.days': ['6', '7'] };
  expect(readMaintenance(form({ ...weekly, ...fields })).times).toEqual({
    kind: 'weekly',
    schedule: { ...schedule, days: [6, 7] },
  });
});
