import type { OrganizationId, ProjectId } from '@seismo/protocol';
import { expect, test } from 'vitest';
import { isInMaintenance, maintenancePeriod, type MaintenanceTimes } from './maintenance.ts';
import type { Schedule } from './schedule.ts';

const hour = 3_600_000;
const at = (text: string) => Date.parse(text);
const weekly = (schedule: Partial<Schedule>): MaintenanceTimes => ({
  kind: 'weekly',
  schedule: { timeZone: 'Europe/Berlin', days: [1, 2, 3, 4, 5, 6, 7], from: '02:00', to: '04:00', ...schedule },
});
const period = (times: MaintenanceTimes, now: string) => {
  const found = maintenancePeriod(times, at(now));
  return found && [found.fromMs, found.toMs].map((ms) => new Date(ms).toISOString().slice(0, 16));
};
const [main, other] = [1 as OrganizationId, 2 as OrganizationId];
const shop = { id: 7 as ProjectId, organizationId: main };
const isActive = (times: MaintenanceTimes, nowMs: number) =>
  isInMaintenance([{ organizationId: main, projectIds: [], times }], shop, nowMs);

test('a window that is active once begins at its start and is over at its end', () => {
  const times: MaintenanceTimes = { kind: 'once', startsAtMs: 1000, endsAtMs: 2000 };
  expect([999, 1000, 1999, 2000].map((nowMs) => isActive(times, nowMs))).toEqual([false, true, true, false]);
  expect([0, 1999, 2000].map((nowMs) => maintenancePeriod(times, nowMs))).toEqual([
    { fromMs: 1000, toMs: 2000 },
    { fromMs: 1000, toMs: 2000 },
    null,
  ]);
});

test('it concerns its projects, or all of its organization', () => {
  const times: MaintenanceTimes = { kind: 'once', startsAtMs: 0, endsAtMs: 9 };
  const concerns = (organizationId: OrganizationId, projectIds: number[]) =>
    isInMaintenance([{ organizationId, projectIds: projectIds as ProjectId[], times }], shop, 1);
  expect(concerns(main, [])).toBe(true);
  expect(concerns(main, [6, 7])).toBe(true);
  expect(concerns(main, [6])).toBe(false);
  expect(concerns(other, [])).toBe(false);
  expect(isInMaintenance([], shop, 1)).toBe(false);
});

test('a window of every week is active on its days, and knows when it ends and begins next', () => {
  // 2026-11-28 is a Saturday: 02:00 in Berlin is 01:00 UTC.
  const weekend = weekly({ days: [6, 7] });
  expect(isActive(weekend, at('2026-11-28T00:59:59.999Z'))).toBe(false);
  expect(isActive(weekend, at('2026-11-28T01:00:00Z'))).toBe(true);
  expect(isActive(weekend, at('2026-11-28T02:59:59.999Z'))).toBe(true);
  expect(isActive(weekend, at('2026-11-28T03:00:00Z'))).toBe(false);
  expect(period(weekend, '2026-11-28T02:00:00Z')).toEqual(['2026-11-28T01:00', '2026-11-28T03:00']);
  expect(period(weekend, '2026-11-29T12:00:00Z')).toEqual(['2026-12-05T01:00', '2026-12-05T03:00']);
});

test('a period that crosses midnight belongs to the day on which it begins', () => {
  const night = weekly({ days: [5], from: '22:00', to: '06:00' });
  expect(isActive(night, at('2026-11-27T21:00:00Z'))).toBe(true);
  expect(isActive(night, at('2026-11-28T04:59:00Z'))).toBe(true);
  expect(isActive(night, at('2026-11-28T05:00:00Z'))).toBe(false);
  // Friday morning belongs to Thursday.
  expect(isActive(night, at('2026-11-27T03:00:00Z'))).toBe(false);
});

test('whole days that follow each other end together', () => {
  const weekend = weekly({ days: [6, 7], from: '00:00', to: '00:00' });
  expect(period(weekend, '2026-11-28T12:00:00Z')).toEqual(['2026-11-27T23:00', '2026-11-29T23:00']);
  expect(period(weekend, '2026-11-29T12:00:00Z')).toEqual(['2026-11-28T23:00', '2026-11-29T23:00']);
  // Even if a user silences all the time, it has an end.
  const always = maintenancePeriod(weekly({ from: '00:00', to: '00:00' }), at('2026-11-28T12:00:00Z'))!;
  expect(always.toMs - always.fromMs).toBe(8 * 24 * hour);
});

test('local times stay the same through both changes of the clock', () => {
  // On 2026-03-29 clocks are set forward at 02:00, on 2026-10-25 back at 03:00.
  const early = weekly({ from: '01:00', to: '05:00' });
  expect(period(early, '2026-03-28T12:00:00Z')).toEqual(['2026-03-29T00:00', '2026-03-29T03:00']);
  expect(period(early, '2026-10-24T12:00:00Z')).toEqual(['2026-10-24T23:00', '2026-10-25T04:00']);
  expect(isActive(early, at('2026-03-29T02:59:00Z'))).toBe(true);
  expect(isActive(early, at('2026-03-29T03:00:00Z'))).toBe(false);
  // The hour that exists twice, and the one after it.
  expect(isActive(early, at('2026-10-25T00:30:00Z'))).toBe(true);
  expect(isActive(early, at('2026-10-25T01:30:00Z'))).toBe(true);
  expect(isActive(early, at('2026-10-25T03:59:00Z'))).toBe(true);
  expect(isActive(early, at('2026-10-25T04:00:00Z'))).toBe(false);
  const night = weekly({ days: [6], from: '22:00', to: '06:00' });
  expect(period(night, '2026-03-28T23:00:00Z')).toEqual(['2026-03-28T21:00', '2026-03-29T04:00']);
  expect(period(night, '2026-10-24T23:00:00Z')).toEqual(['2026-10-24T20:00', '2026-10-25T05:00']);
});

test('a period within the hour that clocks skip has no time if it would end before it begins', () => {
  const skipped = weekly({ days: [7], from: '02:30', to: '03:15' });
  expect(period(skipped, '2026-03-28T12:00:00Z')).toEqual(['2026-04-05T00:30', '2026-04-05T01:15']);
});
