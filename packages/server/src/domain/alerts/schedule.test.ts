import { expect, test } from 'vitest';
import { isTimeZone, nextActiveMs, scheduleText, type Schedule } from './schedule.ts';

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const berlin: Schedule = { timeZone: 'Europe/Berlin', days: [1, 2, 3, 4, 5], from: '09:00', to: '18:00' };
const next = (schedule: Schedule, now: string) => new Date(nextActiveMs(schedule, Date.parse(now))).toISOString();

test('within the period it is now, outside it is the beginning of the next one', () => {
  // A Friday in winter: 09:00 in Berlin is 08:00 UTC.
  expect(next(berlin, '2026-11-27T07:59:59.999Z')).toBe('2026-11-27T08:00:00.000Z');
  expect(next(berlin, '2026-11-27T08:00:00Z')).toBe('2026-11-27T08:00:00.000Z');
  expect(next(berlin, '2026-11-27T16:59:59.999Z')).toBe('2026-11-27T16:59:59.999Z');
  // Over the weekend.
  expect(next(berlin, '2026-11-27T17:00:00Z')).toBe('2026-11-30T08:00:00.000Z');
  expect(next({ ...berlin, days: [5] }, '2026-11-27T17:00:00Z')).toBe('2026-12-04T08:00:00.000Z');
});

test('a period that crosses midnight belongs to the day on which it begins', () => {
  const night = { ...berlin, days: [5], from: '22:00', to: '06:00' };
  expect(next(night, '2026-11-28T04:59:00Z')).toBe('2026-11-28T04:59:00.000Z');
  expect(next(night, '2026-11-28T05:00:00Z')).toBe('2026-12-04T21:00:00.000Z');
  expect(next(night, '2026-11-27T12:00:00Z')).toBe('2026-11-27T21:00:00.000Z');
  const all = { ...berlin, days: everyDay, from: '00:00', to: '00:00' };
  expect(next(all, '2026-11-27T23:59:59.999Z')).toBe('2026-11-27T23:59:59.999Z');
});

test('local times stay the same through both changes of the clock', () => {
  const daily = { ...berlin, days: everyDay };
  // On 2026-03-29 clocks are set forward at 02:00, on 2026-10-25 back at 03:00.
  for (const [now, at] of [
    ['2026-03-28T20:00:00Z', '2026-03-29T07:00:00.000Z'],
    ['2026-03-29T20:00:00Z', '2026-03-30T07:00:00.000Z'],
    ['2026-10-24T20:00:00Z', '2026-10-25T08:00:00.000Z'],
    ['2026-10-25T20:00:00Z', '2026-10-26T08:00:00.000Z'],
  ] as const) {
    expect(next(daily, now), now).toBe(at);
  }
  // 02:30 does not exist on the one day, and exists twice on the other.
  const early = { ...berlin, days: everyDay, from: '02:30', to: '04:00' };
  expect(next(early, '2026-03-28T23:00:00Z')).toBe('2026-03-29T01:30:00.000Z');
  expect(next(early, '2026-10-24T23:00:00Z')).toBe('2026-10-25T00:30:00.000Z');
  // From 02:30 to 02:45, of which only the first counts.
  const short = { ...early, to: '02:45' };
  expect(next(short, '2026-10-25T01:00:00Z')).toBe('2026-10-26T01:30:00.000Z');
});

test('every minute of two days around both changes is active or waits for a time that is', () => {
  for (const begin of ['2026-03-28T12:00:00Z', '2026-10-24T12:00:00Z']) {
    for (const schedule of [
      { ...berlin, days: everyDay },
      { ...berlin, days: everyDay, from: '22:00', to: '02:30' },
    ]) {
      for (let minute = 0; minute < 2 * 24 * 60; minute++) {
        const nowMs = Date.parse(begin) + minute * 60_000;
        const atMs = nextActiveMs(schedule, nowMs);
        expect(atMs).toBeGreaterThanOrEqual(nowMs);
        expect(nextActiveMs(schedule, atMs)).toBe(atMs);
        expect(atMs - nowMs).toBeLessThan(24 * 3600_000);
      }
    }
  }
});

test('a schedule in words names its days and times', () => {
  const text = (schedule: Partial<Schedule>) => scheduleText({ ...berlin, ...schedule });
  expect(text({ days: [7] })).toBe('Every Sun, 09:00–18:00 Europe/Berlin');
  expect(text({ days: [6, 7] })).toBe('Every Sat and Sun, 09:00–18:00 Europe/Berlin');
  expect(text({})).toBe('Every Mon, Tue, Wed, Thu and Fri, 09:00–18:00 Europe/Berlin');
  expect(text({ days: everyDay, timeZone: 'UTC' })).toBe('Every day, 09:00–18:00 UTC');
  expect(text({ days: [1], from: '00:00', to: '00:00' })).toBe('Every Mon, all day Europe/Berlin');
});

test('time zones have names', () => {
  for (const name of ['Europe/Berlin', 'America/St_Johns', 'UTC']) expect(isTimeZone(name), name).toBe(true);
  for (const name of ['', 'Berlin', '+02:00', 'Europe/Berlin; drop']) expect(isTimeZone(name), name).toBe(false);
});
