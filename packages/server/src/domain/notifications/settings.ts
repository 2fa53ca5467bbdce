import type { ProjectId } from '@seismo/protocol';
import { Temporal } from 'temporal-polyfill';

/** What a user can be notified of, by email and in browsers. */
export const notificationKinds = ['alerts', 'assigned', 'mentioned', 'comments', 'status'] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** `daily`: all of a day together. */
export const notificationTimings = ['now', 'daily', 'off'] as const;
export type NotificationTiming = (typeof notificationTimings)[number];

/** What one user wants to be notified of, and when. */
export interface NotificationSettings {
  kinds: Record<NotificationKind, NotificationTiming>;
  /** What is also sent to the user's browsers, always at once. What is off by email is not. */
  browser: Record<NotificationKind, boolean>;
  /** What differs in one project. */
  projects: { projectId: ProjectId; kinds: Partial<Record<NotificationKind, NotificationTiming>> }[];
  /** Local time of the daily message, as `08:00`, and of the weekly report on Mondays. */
  dailyAt: string;
  /** IANA name, such as `Europe/Berlin`. */
  timeZone: string;
  weeklyReport: boolean;
}

export const defaultNotifications: NotificationSettings = {
  kinds: { alerts: 'now', assigned: 'now', mentioned: 'now', comments: 'now', status: 'now' },
  browser: { alerts: true, assigned: true, mentioned: true, comments: true, status: true },
  projects: [],
  dailyAt: '08:00',
  timeZone: 'UTC',
  weeklyReport: true,
};

export function timingOf(
  { kinds, projects }: NotificationSettings,
  kind: NotificationKind,
  projectId: ProjectId,
): NotificationTiming {
  return projects.find((project) => project.projectId === projectId)?.kinds[kind] ?? kinds[kind];
}

/** When a message of this kind may be sent to the user: now, or with the next daily one; `null`: never. */
export function notifiedAtMs(
  settings: NotificationSettings,
  kind: NotificationKind,
  projectId: ProjectId,
  nowMs: number,
): number | null {
  const timing = timingOf(settings, kind, projectId);
  if (timing === 'off') return null;
  return timing === 'now' ? nowMs : nextDailyMs(settings, nowMs);
}

/** Whether messages of this kind go to the user's browsers. */
export function isForBrowsers(settings: NotificationSettings, kind: NotificationKind, projectId: ProjectId): boolean {
  return settings.browser[kind] && timingOf(settings, kind, projectId) !== 'off';
}

/** The next time after `nowMs` at which the user gets what is sent daily. */
export function nextDailyMs({ dailyAt, timeZone }: NotificationSettings, nowMs: number): number {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone).toPlainDate();
  // A local time that a change of the clock skips is as much later as the clock is set forward; of two, the first counts.
  const at = (day: Temporal.PlainDate): number =>
    day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(dailyAt) }).epochMilliseconds;
  return [at(today), at(today.add({ days: 1 }))].find((atMs) => atMs > nowMs)!;
}
