import type { RangeName, TimeRange } from '@seismo/server';
import { customRangeText } from '#lib/time/absolute.ts';
import type { RawParams } from '#features/issues/search-params.ts';

export const ranges = ['1h', '24h', '7d', '14d', '30d', '90d'] as const satisfies readonly RangeName[];
export const rangeNames: Record<RangeName, string> = {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '14d': 'Last 14 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
};

/** Everywhere, so that an address without a range means the same on each page. */
export const defaultRange: RangeName = '14d';

/** What of an address says the time: `range=7d`, or `from=2026-11-21T09:30Z&to=2026-11-21T12:00Z`. */
export const rangeParams = ['range', 'from', 'to'] as const;

export interface RangeRead {
  /** `null` if nothing is said, or nothing that can be read. */
  range: TimeRange | null;
  /** What was wrong with the address, and what became of it. */
  problem: string | null;
}

/** A named range comes before two moments: it is what was chosen last where a form has both. */
export function readTimeRange(params: RawParams): RangeRead {
  const [name = '', from = '', to = ''] = rangeParams.map((each) => [params[each]].flat()[0]);
  const named = ranges.find((each) => each === name);
  if (named) return { range: named, problem: null };
  if (from === '' && to === '') {
    const problem = name === '' || name === 'all' ? null : `There is no time range ${name.slice(0, 20)}.`;
    return { range: null, problem };
  }
  const [fromMs, toMs] = [readTimestamp(from, 0), readTimestamp(to, DAY_MS)];
  if (fromMs === null || toMs === null) {
    const wrong = fromMs === null ? ['from', from] : ['to', to];
    const what = wrong[1] === '' ? `is missing` : `cannot be read: ${wrong[1]!.slice(0, 30)}`;
    return { range: null, problem: `In the address, “${wrong[0]}” ${what}. A moment looks like 2026-11-21T09:30Z.` };
  }
  if (fromMs === toMs) return { range: null, problem: 'In the address, “from” and “to” are the same moment.' };
  return fromMs < toMs
    ? { range: { fromMs, toMs }, problem: null }
    : { range: { fromMs: toMs, toMs: fromMs }, problem: 'In the address, “from” was after “to”: they are swapped.' };
}

/** What is wrong with the time that an address says, and what is shown instead. */
export function rangeProblem(params: RawParams, instead = rangeText(defaultRange)): string | null {
  const { range, problem } = readTimeRange(params);
  return problem === null || range !== null ? problem : `${problem} Shown: ${instead}.`;
}

const DAY_MS = 86_400_000;
const MOMENT = /^((?:19[7-9]\d|20\d\d)-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?)(?:\.\d{1,3})?Z?)?$/;

/** A day alone is its beginning, or with `wholeDayMs` its end. */
function readTimestamp(text: string, wholeDayMs: number): number | null {
  const [, day, time] = MOMENT.exec(text) ?? [];
  if (day === undefined) return null;
  const atMs = Date.parse(`${day}T${time ?? '00:00'}Z`) + (time === undefined ? wholeDayMs : 0);
  // Of a day that a month does not have, some engines make one of the next.
  return Number.isNaN(atMs) || !new Date(Date.parse(`${day}T00:00Z`)).toISOString().startsWith(day) ? null : atMs;
}

const HOUR_MS = 3_600_000;
/** Its first bar has just gone: what a range has at least of its time. */
const coverageMs: Record<RangeName, number> = {
  '1h': 58 * 60_000,
  '24h': 23 * HOUR_MS,
  '7d': 6.75 * DAY_MS,
  '14d': 13.5 * DAY_MS,
  '30d': 29 * DAY_MS,
  '90d': 87 * DAY_MS,
};

/** A time with all since a moment: what is shown if it reaches back so far, else the shortest that does; whole days if none has a name. */
export function rangeSince(atMs: number, nowMs: number, shown: TimeRange = defaultRange): TimeRange {
  const named = [shown, ...ranges].filter((range) => typeof range === 'string');
  const whole = { fromMs: Math.floor(atMs / DAY_MS) * DAY_MS, toMs: (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS };
  return named.find((range) => nowMs - atMs <= coverageMs[range]) ?? whole;
}

/** What is usual is left out, so that two addresses of the same thing are equal. */
export function setTimeRange(
  params: URLSearchParams,
  range: TimeRange,
  omitted: RangeName | null = defaultRange,
): void {
  if (typeof range !== 'string') {
    params.set('from', timestampText(range.fromMs));
    params.set('to', timestampText(range.toMs));
  } else if (range !== omitted) params.set('range', range);
}

/** The same as fields of a form. */
export function timeOf(range: TimeRange): [name: string, value: string][] {
  const params = new URLSearchParams();
  setTimeRange(params, range);
  return [...params];
}

/** `2026-11-21T09:30Z`: to the minute if that is all there is. */
export function timestampText(atMs: number): string {
  return new Date(atMs).toISOString().replace(/(?::00)?\.\d+Z$/, 'Z');
}

/** `Last 7 days`, over a narrow column. */
export function rangeHeading(range: TimeRange): string {
  return typeof range === 'string' ? rangeNames[range] : 'In this time';
}

/** The same within a sentence that is not looked at but read out; to look at there is `Range`. */
export function rangeText(range: TimeRange): string {
  return typeof range === 'string' ? rangeNames[range].toLowerCase() : customRangeText(range, 'utc');
}
