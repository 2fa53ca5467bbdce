import { afterEach, expect, test } from 'vitest';
import { fromField, toField, zoneText } from './timestamp-field.ts';

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test.each([
  ['UTC', '2026-11-21T09:30', 'UTC'],
  ['Europe/Berlin', '2026-11-21T10:30', 'Europe/Berlin (GMT+1)'],
  ['Asia/Kathmandu', '2026-11-21T15:15', expect.stringContaining('(GMT+5:45)')],
  ['America/New_York', '2026-11-21T04:30', 'America/New_York (GMT-5)'],
])('in %s half past nine UTC is %s', (name, local, expected) => {
  process.env.TZ = name;
  const atMs = Date.UTC(2026, 10, 21, 9, 30);
  expect(toField(atMs, 'local')).toBe(local);
  expect(fromField(local, 'local')).toBe(atMs);
  expect(zoneText(atMs, 'local')).toEqual(expected);
  expect(toField(atMs, 'utc')).toBe('2026-11-21T09:30');
  expect(fromField('2026-11-21T09:30', 'utc')).toBe(atMs);
  expect(zoneText(atMs, 'utc')).toBe('UTC');
});

test('an empty field is no time', () => {
  for (const text of ['', '2026-11-21', '2026-13-41T00:00', 'x'])
    for (const zone of ['local', 'utc'] as const) expect(fromField(text, zone), text).toBeNull();
});
