import { Temporal } from 'temporal-polyfill';
import type { Period } from '#domain/alerts/schedule.ts';
import type { NotificationSettings } from './settings.ts';

/** Of a local date, such as `2026-11-16`. One on which clocks are set has 23 or 25 hours. */
export interface Day extends Period {
  date: string;
}

/** From Monday to Sunday in a time zone. */
export interface Week {
  days: Day[];
  whole: Period;
  /** The week before it. */
  before: Period;
}

/** The most by which the Mondays of two time zones are apart, from UTC+14 to UTC-12. */
const ZONES_APART_MS = 26 * 3600 * 1000;

/** The report that is due: all of Monday from `dailyAt` on, so that a server that was stopped sends it later that day. */
export interface DueReport {
  week: Week;
  /** A report queued since then is about the same week, even if the user has changed the time zone. */
  sinceMs: number;
}

export function dueReport(settings: NotificationSettings, nowMs: number): DueReport | null {
  const { weeklyReport, dailyAt, timeZone } = settings;
  if (!weeklyReport) return null;
  const today = dateAt(timeZone, nowMs);
  // A local time that a change of the clock skips is as much later as the clock is set forward; of two, the first counts.
  const at = today.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(dailyAt) }).epochMilliseconds;
  if (today.dayOfWeek !== 1 || nowMs < at) return null;
  const week = lastWeek(timeZone, nowMs);
  return { week, sinceMs: week.whole.toMs - ZONES_APART_MS };
}

/** The seven days before the Monday of this time, or before this Monday. */
export function lastWeek(timeZone: string, atMs: number): Week {
  const today = dateAt(timeZone, atMs);
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  const startMs = (offset: number): number => monday.add({ days: offset }).toZonedDateTime(timeZone).epochMilliseconds;
  return {
    days: [-7, -6, -5, -4, -3, -2, -1].map((offset) => {
      return { date: monday.add({ days: offset }).toString(), fromMs: startMs(offset), toMs: startMs(offset + 1) };
    }),
    whole: { fromMs: startMs(-7), toMs: startMs(0) },
    before: { fromMs: startMs(-14), toMs: startMs(-7) },
  };
}

function dateAt(timeZone: string, atMs: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone).toPlainDate();
}
