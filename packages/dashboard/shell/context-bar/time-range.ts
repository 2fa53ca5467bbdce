import type { RangeName, TimeRange } from '@seismo/server';
import { customRangeText } from '#lib/time/absolute.ts';
import type { RawParams } from '#explorer/url-state.ts';

export const ranges = ['1h', '24h', '7d', '14d', '30d', '90d'] as const satisfies readonly RangeName[];
export const rangeNames: Record<RangeName, string> = {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '14d': 'Last 14 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
};

/** The same on every page. */
export const defaultRange: RangeName = '14d';

/** The URL parameters of a time range: `range=7d`, or `from=2026-11-21T09:30Z&to=2026-11-21T12:00Z`. */
export const rangeParams = ['range', 'from', 'to'] as const;

export interface RangeRead {
  /** `null` if the range is missing or invalid. */
  range: TimeRange | null;
  /** The problem with the URL, and how it was handled. */
  problem: string | null;
}

/** A named range wins over start and end: where a form has both, it was selected last. */
export function readTimeRange(params: RawParams): RangeRead {
  const [name = '', from = '', to = ''] = rangeParams.map((each) => [params[each]].flat()[0]);
  const named = ranges.find((each) => each === name);
  if (named) return { range: named, problem: null };
  if (from === '' && to === '') {
    const problem = name === '' || name === 'all' ? null : `Unknown time range: ${name.slice(0, 20)}.`;
    return { range: null, problem };
  }
  const [fromMs, toMs] = [readTimestamp(from, 0), readTimestamp(to, DAY_MS)];
  if (fromMs === null || toMs === null) {
    const wrong = fromMs === null ? ['from', from] : ['to', to];
    const what = wrong[1] === '' ? `is missing` : `is not a valid timestamp: ${wrong[1]!.slice(0, 30)}`;
    return { range: null, problem: `In the URL, “${wrong[0]}” ${what}. Use a timestamp such as 2026-11-21T09:30Z.` };
  }
  if (fromMs === toMs) return { range: null, problem: 'In the URL, “from” and “to” are the same.' };
  return fromMs < toMs
    ? { range: { fromMs, toMs }, problem: null }
    : { range: { fromMs: toMs, toMs: fromMs }, problem: 'In the URL, “from” was after “to”, so they were swapped.' };
}

/** The problem with the time range in a URL, and the range shown instead. */
export function rangeProblem(params: RawParams, instead = rangeText(defaultRange)): string | null {
  const { range, problem } = readTimeRange(params);
  return problem === null || range !== null ? problem : `${problem} Showing ${instead}.`;
}

const DAY_MS = 86_400_000;
const TIMESTAMP = /^((?:19[7-9]\d|20\d\d)-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?)(?:\.\d{1,3})?Z?)?$/;

/** A date without time is the start of that day; `wholeDayMs` moves it to the end. */
function readTimestamp(text: string, wholeDayMs: number): number | null {
  const [, day, time] = TIMESTAMP.exec(text) ?? [];
  if (day === undefined) return null;
  const atMs = Date.parse(`${day}T${time ?? '00:00'}Z`) + (time === undefined ? wholeDayMs : 0);
  // Some engines roll an invalid day over into the next month.
  return Number.isNaN(atMs) || !new Date(Date.parse(`${day}T00:00Z`)).toISOString().startsWith(day) ? null : atMs;
}

const HOUR_MS = 3_600_000;
/** The least time each range covers: its oldest bucket may have just left. */
const coverageMs: Record<RangeName, number> = {
  '1h': 58 * 60_000,
  '24h': 23 * HOUR_MS,
  '7d': 6.75 * DAY_MS,
  '14d': 13.5 * DAY_MS,
  '30d': 29 * DAY_MS,
  '90d': 87 * DAY_MS,
};

/** A range that includes everything since a timestamp: the current range if it reaches back far enough, else the shortest named range that does, else whole days. */
export function rangeSince(atMs: number, nowMs: number, shown: TimeRange = defaultRange): TimeRange {
  const named = [shown, ...ranges].filter((range) => typeof range === 'string');
  const whole = { fromMs: Math.floor(atMs / DAY_MS) * DAY_MS, toMs: (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS };
  return named.find((range) => nowMs - atMs <= coverageMs[range]) ?? whole;
}

/** Leaves out the default, so that equal pages have equal URLs. */
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

/** The time range as form fields. */
export function timeOf(range: TimeRange): [name: string, value: string][] {
  const params = new URLSearchParams();
  setTimeRange(params, range);
  return [...params];
}

/** `2026-11-21T09:30Z`, without zero seconds. */
export function timestampText(atMs: number): string {
  return new Date(atMs).toISOString().replace(/(?::00)?\.\d+Z$/, 'Z');
}

/** `Last 7 days`, for a narrow column heading. */
export function rangeHeading(range: TimeRange): string {
  return typeof range === 'string' ? rangeNames[range] : 'Selected range';
}

/** `last 7 days`, for labels. Custom ranges are in UTC here; `Range` shows them in the viewer’s zone. */
export function rangeText(range: TimeRange): string {
  return typeof range === 'string' ? rangeNames[range].toLowerCase() : customRangeText(range, 'utc');
}
