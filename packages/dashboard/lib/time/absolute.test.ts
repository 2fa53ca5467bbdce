import { afterEach, expect, test } from 'vitest';
import { absolute, customRangeText, tick } from './absolute.ts';

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const at = (text: string) => Date.parse(`${text}Z`);

test.each([
  ['UTC', '2026-11-21 12:00:05 UTC', '2026-07-01 12:00 UTC'],
  ['Europe/Berlin', '2026-11-21 13:00:05 UTC+1', '2026-07-01 14:00 UTC+2'],
  ['Asia/Kathmandu', '2026-11-21 17:45:05 UTC+5:45', '2026-07-01 17:45 UTC+5:45'],
  ['America/St_Johns', '2026-11-21 08:30:05 UTC−3:30', '2026-07-01 09:30 UTC−2:30'],
  ['Pacific/Kiritimati', '2026-11-22 02:00:05 UTC+14', '2026-07-02 02:00 UTC+14'],
])('in %s a timestamp is formatted in local time, and in UTC on request', (name, inWinter, inSummer) => {
  process.env.TZ = name;
  expect(absolute(at('2026-11-21T12:00:05'), 'local')).toBe(inWinter);
  expect(absolute(at('2026-07-01T12:00'), 'local', 'minute')).toBe(inSummer);
  expect(absolute(at('2026-11-21T12:00:05'), 'utc')).toBe('2026-11-21 12:00:05 UTC');
  expect(absolute(at('2026-11-21T12:00:05'), 'utc', 'day')).toBe('2026-11-21 UTC');
});

test('an axis labels the days where they start, and the time of day elsewhere', () => {
  process.env.TZ = 'America/New_York';
  const [day, next] = [at('2026-11-21T00:00'), at('2026-11-22T00:00')];
  expect(tick(day, null, 'utc')).toBe('Nov 21');
  expect(tick(next, day, 'utc')).toBe('Nov 22');
  expect(tick(day, null, 'local')).toBe('Nov 20, 19:00');
  expect(tick(next, day, 'local')).toBe('19:00');
  expect(tick(at('2026-11-21T05:00'), day, 'local')).toBe('Nov 21');
  expect(tick(at('2026-11-21T09:30'), day, 'utc')).toBe('09:30');
  // The clocks go from midnight to one o’clock.
  process.env.TZ = 'Africa/Cairo';
  expect(tick(at('2026-04-23T22:00'), day, 'local')).toBe('Apr 24');
});

test('a range names its day once, and whole days without hours', () => {
  process.env.TZ = 'Europe/Berlin';
  const hours = { fromMs: at('2026-11-21T09:30'), toMs: at('2026-11-21T12:00') };
  expect(customRangeText(hours, 'utc')).toBe('2026-11-21 09:30 to 12:00 UTC');
  expect(customRangeText(hours, 'local')).toBe('2026-11-21 10:30 to 13:00 UTC+1');
  const night = { fromMs: at('2026-11-21T21:00'), toMs: at('2026-11-22T00:00') };
  expect(customRangeText(night, 'utc')).toBe('2026-11-21 21:00 to 2026-11-22 00:00 UTC');
  expect(customRangeText(night, 'local')).toBe('2026-11-21 22:00 to 2026-11-22 01:00 UTC+1');
  const days = { fromMs: at('2026-11-01T00:00'), toMs: at('2026-11-04T00:00') };
  expect(customRangeText(days, 'utc')).toBe('2026-11-01 to 2026-11-03 UTC');
  expect(customRangeText({ fromMs: days.fromMs, toMs: at('2026-11-02T00:00') }, 'utc')).toBe('2026-11-01 UTC');
  expect(customRangeText(days, 'local')).toBe('2026-11-01 01:00 to 2026-11-04 01:00 UTC+1');
  const short = { fromMs: at('2026-11-21T09:30:10'), toMs: at('2026-11-21T09:30:40') };
  expect(customRangeText(short, 'utc')).toBe('2026-11-21 09:30:10 to 09:30:40 UTC');
});

test('a range across a clock change uses the local time at its ends', () => {
  process.env.TZ = 'Europe/Berlin';
  const day = { fromMs: at('2026-10-24T22:00'), toMs: at('2026-10-25T23:00') };
  expect(customRangeText(day, 'local')).toBe('2026-10-25 UTC+1');
});
