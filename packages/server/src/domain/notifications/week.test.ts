import { expect, test } from 'vitest';
import { defaultNotifications } from './settings.ts';
import { dueReport, lastWeek } from './week.ts';

const hourMs = 3_600_000;
const berlin = { ...defaultNotifications, timeZone: 'Europe/Berlin' };
const iso = (atMs: number) => new Date(atMs).toISOString().replace(':00.000Z', 'Z');
const due = (now: string, settings = berlin) => dueReport(settings, Date.parse(now));

test('a report is due on Monday from the local time on until the end of Monday', () => {
  // 2026-11-23 is a Monday, and 08:00 in Berlin is 07:00 UTC.
  expect(due('2026-11-23T06:59:59.999Z')).toBeNull();
  expect(due('2026-11-23T07:00:00Z')).not.toBeNull();
  expect(due('2026-11-23T22:59:59.999Z')).toEqual(due('2026-11-23T07:00:00Z'));
  expect(due('2026-11-23T23:00:00Z')).toBeNull();
  for (const day of ['22', '24', '25', '26', '27', '28', '29']) expect(due(`2026-11-${day}T12:00:00Z`), day).toBeNull();
  expect(due('2026-11-23T12:00:00Z', { ...berlin, weeklyReport: false })).toBeNull();
  expect(due('2026-11-23T12:00:00Z', { ...berlin, dailyAt: '17:30' })).toBeNull();
  expect(due('2026-11-23T16:30:00Z', { ...berlin, dailyAt: '17:30' })).not.toBeNull();
});

test('Monday is that of the time zone', () => {
  const in_ = (timeZone: string) => ({ ...berlin, timeZone });
  // Sunday evening in UTC and Los Angeles, Monday morning in Auckland.
  const sunday = '2026-11-22T19:00:00Z';
  expect(due(sunday, in_('Pacific/Auckland'))).not.toBeNull();
  expect(due(sunday, in_('UTC'))).toBeNull();
  const tuesday = '2026-11-24T05:00:00Z';
  expect(due(tuesday, in_('America/Los_Angeles'))).not.toBeNull();
  expect(due(tuesday, in_('Pacific/Auckland'))).toBeNull();
});

test('a change of the time zone does not make the same week due twice', () => {
  const zones = ['Pacific/Kiritimati', 'Pacific/Auckland', 'Europe/Berlin', 'America/Los_Angeles', 'Etc/GMT+12'];
  const reports = zones.map((timeZone) => {
    const mondayMs = lastWeek(timeZone, Date.parse('2026-11-25T12:00:00Z')).whole.toMs;
    return dueReport({ ...berlin, timeZone }, mondayMs + 8 * hourMs)!;
  });
  const since = reports.map(({ sinceMs }) => sinceMs);
  const earliest = reports[0]!.week.whole.toMs;
  expect(Math.max(...since)).toBe(earliest);
  // The report of the week before is not among them.
  expect(Math.min(...since)).toBeGreaterThan(reports.at(-1)!.week.whole.toMs - 6 * 24 * hourMs);
});

test('the week is the seven local days before that Monday', () => {
  const { week } = due('2026-11-23T12:00:00Z')!;
  expect(week.days.map(({ date }) => date)).toEqual(
    ['16', '17', '18', '19', '20', '21', '22'].map((day) => `2026-11-${day}`),
  );
  expect(iso(week.whole.fromMs)).toBe('2026-11-15T23:00Z');
  expect(iso(week.whole.toMs)).toBe('2026-11-22T23:00Z');
  expect(iso(week.before.fromMs)).toBe('2026-11-08T23:00Z');
  expect(week.before.toMs).toBe(week.whole.fromMs);
  // Of every time of the week that follows.
  for (const now of ['2026-11-22T23:00:00Z', '2026-11-26T00:00:00Z', '2026-11-29T22:59:59Z'])
    expect(lastWeek('Europe/Berlin', Date.parse(now))).toEqual(week);
});

test('days follow one another through both changes of the clock', () => {
  // On 2026-03-29 clocks are set forward, on 2026-10-25 back: both are Sundays, the last day of the week.
  for (const [monday, hours, from, to] of [
    ['2026-03-30T06:00:00Z', 23, '2026-03-22T23:00Z', '2026-03-29T22:00Z'],
    ['2026-10-26T07:00:00Z', 25, '2026-10-18T22:00Z', '2026-10-25T23:00Z'],
  ] as const) {
    // 08:00 in Berlin, an hour earlier or later in UTC than the week before.
    expect(due(monday), monday).not.toBeNull();
    expect(dueReport(berlin, Date.parse(monday) - 1)).toBeNull();
    const { days, whole, before } = due(monday)!.week;
    expect([iso(whole.fromMs), iso(whole.toMs)]).toEqual([from, to]);
    expect(days.map(({ fromMs, toMs }) => (toMs - fromMs) / hourMs)).toEqual([24, 24, 24, 24, 24, 24, hours]);
    expect(days.map(({ fromMs }) => fromMs)).toEqual([whole.fromMs, ...days.slice(0, -1).map(({ toMs }) => toMs)]);
    expect(before).toEqual({ fromMs: whole.fromMs - 7 * 24 * hourMs, toMs: whole.fromMs });
    // The week after it begins with the change in the week before.
    const next = lastWeek('Europe/Berlin', Date.parse(monday) + 7 * 24 * hourMs);
    expect(next.before).toEqual(whole);
    expect(next.whole.toMs - next.whole.fromMs).toBe(7 * 24 * hourMs);
  }
});

test('a local time that the clock skips is as much later, and a day can begin after midnight', () => {
  // In Egypt clocks are set forward at midnight, so 2026-04-24, a Friday, begins at 01:00.
  const days = lastWeek('Africa/Cairo', Date.parse('2026-04-27T12:00:00Z')).days;
  expect(days.map(({ fromMs, toMs }) => (toMs - fromMs) / hourMs)).toEqual([24, 24, 24, 24, 23, 24, 24]);
  // Newfoundland is half an hour off, and Chatham three quarters.
  expect(iso(lastWeek('America/St_Johns', Date.parse('2026-11-25T00:00:00Z')).whole.toMs)).toBe('2026-11-23T03:30Z');
  expect(iso(lastWeek('Pacific/Chatham', Date.parse('2026-11-25T00:00:00Z')).whole.toMs)).toBe('2026-11-22T10:15Z');
});
