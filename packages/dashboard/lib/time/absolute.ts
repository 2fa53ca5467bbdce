/** The browser’s zone, or UTC. */
export type Zone = 'local' | 'utc';

const MINUTE_MS = 60_000;

/** Minutes ahead of UTC. */
const ahead = (atMs: number, zone: Zone): number => (zone === 'utc' ? 0 : -new Date(atMs).getTimezoneOffset());

/** The local time in milliseconds, as if it were UTC. */
export const clockMs = (atMs: number, zone: Zone): number => atMs + ahead(atMs, zone) * MINUTE_MS;

/** When the clock shows this local time: the first of two, or the end of the gap if clocks skip it. */
export function atClockMs(localMs: number, zone: Zone): number {
  if (zone === 'utc') return localMs;
  const date = new Date(localMs);
  const day = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()] as const;
  return new Date(...day, date.getUTCHours(), date.getUTCMinutes()).getTime();
}

/** The local time: `2026-11-21T09:30:05.000`. */
const clock = (atMs: number, zone: Zone): string => new Date(clockMs(atMs, zone)).toISOString().slice(0, -1);

/** `UTC`, `UTC+1`, `UTC−3:30`. */
function offsetText(atMs: number, zone: Zone): string {
  const minutes = ahead(atMs, zone);
  if (minutes === 0) return 'UTC';
  const [whole, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '−' : '+'}${whole}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

export type Precision = 'day' | 'minute' | 'second';
const chars: Record<Precision, number> = { day: 10, minute: 16, second: 19 };

/** `2026-11-21 09:30:05 UTC`, `2026-11-21 10:30:05 UTC+1`. */
export function absolute(atMs: number, zone: Zone, to: Precision = 'second'): string {
  return `${bare(atMs, zone, to)} ${offsetText(atMs, zone)}`;
}

/** The same without the zone. */
function bare(atMs: number, zone: Zone, to: Precision): string {
  return clock(atMs, zone).slice(0, chars[to]).replace('T', ' ');
}

const isMidnight = (atMs: number, zone: Zone): boolean => clock(atMs, zone).slice(11, 19) === '00:00:00';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A chart’s axis label: `Nov 21` where a day starts, else `09:30`. The first has both. */
export function tick(atMs: number, previousMs: number | null, zone: Zone): string {
  const text = clock(atMs, zone);
  const day = `${MONTHS[Number(text.slice(5, 7)) - 1]} ${Number(text.slice(8, 10))}`;
  // Not midnight where clocks skip it.
  if (clock(atMs - 1, zone).slice(0, 10) !== text.slice(0, 10)) return day;
  return `${previousMs === null ? `${day}, ` : ''}${text.slice(11, 16)}`;
}

/** `2026-11-21 09:30 to 12:00 UTC`; of whole days `2026-11-01 to 2026-11-03 UTC`. */
export function customRangeText({ fromMs, toMs }: { fromMs: number; toMs: number }, zone: Zone): string {
  const areDays = isMidnight(fromMs, zone) && isMidnight(toMs, zone) && fromMs < toMs;
  const to = areDays ? 'day' : isWholeMinute(fromMs) && isWholeMinute(toMs) ? 'minute' : 'second';
  const [from, until] = [bare(fromMs, zone, to), bare(areDays ? toMs - 1 : toMs, zone, to)];
  const end = from.slice(0, 10) === until.slice(0, 10) ? until.slice(11) : until;
  return `${from}${end === '' ? '' : ` to ${end}`} ${offsetText(toMs, zone)}`;
}

const isWholeMinute = (atMs: number): boolean => atMs % MINUTE_MS === 0;
