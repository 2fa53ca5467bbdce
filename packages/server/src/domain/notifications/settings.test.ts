import type { ProjectId } from '@seismo/protocol';
import { expect, test } from 'vitest';
import { defaultNotifications, nextDailyMs, notifiedAtMs } from './settings.ts';

const at = (text: string) => Date.parse(text);
const next = (dailyAt: string, nowText: string, timeZone = 'Europe/Berlin') =>
  new Date(nextDailyMs({ ...defaultNotifications, dailyAt, timeZone }, at(nowText))).toISOString();

test('a project can differ from the general setting', () => {
  const [shop, api] = [1 as ProjectId, 2 as ProjectId];
  const kinds = { ...defaultNotifications.kinds, comments: 'off' as const, status: 'daily' as const };
  const settings = {
    ...defaultNotifications,
    kinds,
    projects: [{ projectId: shop, kinds: { comments: 'now' as const } }],
  };
  const nowMs = at('2026-11-28T09:00:00Z');
  expect(notifiedAtMs(settings, 'comments', shop, nowMs)).toBe(nowMs);
  expect(notifiedAtMs(settings, 'comments', api, nowMs)).toBeNull();
  expect(notifiedAtMs(settings, 'status', shop, nowMs)).toBe(at('2026-11-29T08:00:00Z'));
});

test('the daily time is the next one, also across the changes of the clock', () => {
  expect(next('08:00', '2026-11-28T06:59:59.999Z')).toBe('2026-11-28T07:00:00.000Z');
  expect(next('08:00', '2026-11-28T07:00:00Z')).toBe('2026-11-29T07:00:00.000Z');
  expect(next('08:00', '2026-10-24T12:00:00Z')).toBe('2026-10-25T07:00:00.000Z');
  expect(next('08:00', '2027-03-27T12:00:00Z')).toBe('2027-03-28T06:00:00.000Z');
  // The clock skips this time.
  expect(next('02:30', '2027-03-28T00:00:00Z')).toBe('2027-03-28T01:30:00.000Z');
  expect(next('00:00', '2026-11-28T10:00:00Z', 'Pacific/Kiritimati')).toBe('2026-11-29T10:00:00.000Z');
});
