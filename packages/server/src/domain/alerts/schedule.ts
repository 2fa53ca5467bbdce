import { Temporal } from 'temporal-polyfill';

/** When a rule may send. Messages of other times wait until the next. */
export interface Schedule {
  /** IANA name, such as `Europe/Berlin`. */
  timeZone: string;
  /** 1 is Monday, 7 is Sunday. A period that crosses midnight belongs to the day on which it begins. */
  days: number[];
  /** Local times, as `09:00`. The same twice is the whole day. */
  from: string;
  to: string;
}

/** From `fromMs` until before `toMs`, Unix milliseconds. */
export interface Period {
  fromMs: number;
  toMs: number;
}

/** The next time at which the schedule is active: now, or the beginning of its next period. */
export function nextActiveMs(schedule: Schedule, nowMs: number): number {
  return Math.max(nowMs, periodAt(schedule, nowMs)?.fromMs ?? nowMs);
}

/** The period of the schedule that is active, or else the next one; `null`: within nine days there is none. */
export function periodAt({ timeZone, days, from, to }: Schedule, nowMs: number): Period | null {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone).toPlainDate();
  // A local time that a change of the clock skips is as much later as the clock is set forward; of two, the first counts.
  const at = (day: Temporal.PlainDate, time: string): number =>
    day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds;
  for (let offset = -1; offset <= 8; offset++) {
    const day = today.add({ days: offset });
    if (!days.includes(day.dayOfWeek)) continue;
    const period = { fromMs: at(day, from), toMs: at(to <= from ? day.add({ days: 1 }) : day, to) };
    // A period that begins in the hour that clocks skip can have no time at all.
    if (nowMs < period.toMs && period.fromMs < period.toMs) return period;
  }
  return null;
}

/** In words: "Every Sat and Sun, 02:00–04:00 Europe/Berlin". */
export function scheduleText({ timeZone, days, from, to }: Schedule): string {
  const names = days.map((day) => dayNames[day - 1]!);
  const list =
    days.length === 7 ? 'day' : names.length < 2 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return `Every ${list}, ${from === to && from === '00:00' ? 'all day' : `${from}–${to}`} ${timeZone}`;
}

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

export function isTimeZone(name: string): boolean {
  try {
    return Temporal.Now.zonedDateTimeISO(name).timeZoneId !== '' && !/^[+-]/.test(name);
  } catch {
    return false;
  }
}
