/**
 * When a known issue has become worse: the current hour has more than twice the events of the busiest hour of the
 * previous eight days, or the last 24 hours more than twice those of the busiest of the seven 24-hour periods before.
 * Small numbers never escalate. Counted exactly, from hours that the batch's transaction stores.
 */

export const hourMs = 3_600_000;
const ESCALATION_TIMES = 2;
export const ESCALATION_EVENTS_PER_HOUR_MIN = 20;
const ESCALATION_EVENTS_PER_DAY_MIN = 50;
/** The current 24 hours and the seven 24-hour periods before, which each issue stores. */
export const RATE_HOURS = 8 * 24;

export interface EventRate {
  /** In the current hour; in it and the 23 before. */
  lastHour: number;
  lastDay: number;
  /** The thresholds that an escalation exceeds. */
  perHour: number;
  perDay: number;
  /** The most events that are read. */
  most?: number;
}

export function hourOf(atMs: number): number {
  return Math.floor(atMs / hourMs);
}

export interface HourCount {
  hour: number;
  events: number;
}

/**
 * Events of a 24-hour period of an issue (period 0 includes the current hour): the total, and the busiest completed
 * hour.
 */
export interface DayCount {
  day: number;
  events: number;
  busiestHour: number;
}

export function dayCounts(hours: readonly HourCount[], currentHour: number): DayCount[] {
  const days = Map.groupBy(hours, ({ hour }) => Math.floor((currentHour - hour) / 24));
  return [...days].map(([day, counts]) => ({
    day,
    events: counts.reduce((sum, { events }) => sum + events, 0),
    busiestHour: Math.max(0, ...counts.filter(({ hour }) => hour < currentHour).map(({ events }) => events)),
  }));
}

/** `now`: as if the current hour and day were over, for an issue that is archived in the middle of them. */
export function rateOf(days: readonly DayCount[], lastHour: number, counted: 'before' | 'now' = 'before'): EventRate {
  const busiestHour = Math.max(0, ...days.map((day) => day.busiestHour), counted === 'now' ? lastHour : 0);
  const busiestDay = Math.max(0, ...days.filter(({ day }) => counted === 'now' || day > 0).map(({ events }) => events));
  return {
    lastHour,
    lastDay: days.find(({ day }) => day === 0)?.events ?? 0,
    perHour: Math.max(ESCALATION_EVENTS_PER_HOUR_MIN, ESCALATION_TIMES * busiestHour),
    perDay: Math.max(ESCALATION_EVENTS_PER_DAY_MIN, ESCALATION_TIMES * busiestDay),
  };
}

export function isEscalating(rate: EventRate): { events: number; threshold: number; per: 'hour' | 'day' } | null {
  const most = rate.most ?? Infinity;
  const [lastHour, lastDay] = [Math.min(rate.lastHour, most), Math.min(rate.lastDay, most)];
  if (lastHour > rate.perHour) return { events: lastHour, threshold: rate.perHour, per: 'hour' };
  if (lastDay > rate.perDay) return { events: lastDay, threshold: rate.perDay, per: 'day' };
  return null;
}
