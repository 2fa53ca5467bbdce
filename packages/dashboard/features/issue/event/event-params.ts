import type { EventScope, Span, TimeRange } from '@seismo/server';
import { first, flag, list, optionalRange, text, urlState, type Param, type RawParams } from '#explorer/url-state.ts';

/** A time in the URL: a range up to now, a custom range, or all time. */
export type RangeParam = TimeRange | 'all';

/** `null` without a range in the URL: the chart uses its default, and event navigation covers all events. */
const rangeOrAll: Param<RangeParam | null> = {
  read: (params) => (first(params.range) === 'all' ? 'all' : optionalRange.read(params)),
  write: (search, value) => (value === 'all' ? search.set('range', 'all') : optionalRange.write(search, value)),
};

const state = urlState({
  all: flag('frames', 'all'),
  oldestFirst: flag('order', 'oldest'),
  raw: flag('stack', 'raw'),
  /** Shows minified code as sent, not the mapped source. */
  minified: flag('code', 'minified'),
  query: text('query'),
  environments: list('environment'),
  range: rangeOrAll,
});

/** The state of the issue page in its URL. */
export type IssueUrlState = ReturnType<typeof state.read>;
/** The view of the stack trace. */
export type StackView = Pick<IssueUrlState, 'all' | 'oldestFirst' | 'raw' | 'minified'>;
export const readIssueUrlState = (params: RawParams): IssueUrlState => state.read(params);
/** URL of an issue or one of its events with the state of its page. */
export const issueHref = (path: `/issues/${string}`, urlState: Partial<IssueUrlState>) => state.href(path, urlState);

/** The events that event navigation covers. */
export function scopeOf({ query, environments, range }: IssueUrlState): EventScope {
  return { query, environments, range: range === 'all' ? null : range };
}

/** Of issues with an older first event, in hours. */
const defaultChartRange = '14d';
const shortChartRanges = [
  ['24h', 24],
  ['7d', 7 * 24],
] as const;
const HOUR_MS = 3_600_000;

/** The time that the chart shows: by default the shortest range that has all events of a young issue. */
export function chartRange({ range }: IssueUrlState, issueAgeMs: number): Span {
  if (range !== null) return range === 'all' ? null : range;
  return shortChartRanges.find(([, hours]) => issueAgeMs < hours * HOUR_MS)?.[0] ?? defaultChartRange;
}

export function issuePath(shortId: string): `/issues/${string}` {
  return `/issues/${encodeURIComponent(shortId)}`;
}

export function eventPath(shortId: string, eventId: string): `/issues/${string}/events/${string}` {
  return `/issues/${encodeURIComponent(shortId)}/events/${encodeURIComponent(eventId)}`;
}
