import type { EventScope, Span } from '@seismo/server';
import { readQuery, readRangeParam, setRangeParam, type RangeParam } from '#features/events/search-params.ts';
import { first, many, type RawParams } from '#features/issues/search-params.ts';

/** The view of the stack trace in the URL. */
export interface StackView {
  all: boolean;
  newestFirst: boolean;
  raw: boolean;
  /** Shows minified code as sent, not the mapped source. */
  minified: boolean;
}

/** The state of the issue page in its URL. */
export interface IssueUrlState extends StackView {
  query: string;
  environments: string[];
  /** `null` without a range in the URL: the chart uses its default, and event navigation covers all events. */
  range: RangeParam | null;
}

export function readIssueUrlState(params: RawParams): IssueUrlState {
  return {
    all: first(params.frames) === 'all',
    newestFirst: first(params.order) !== 'oldest',
    raw: first(params.stack) === 'raw',
    minified: first(params.code) === 'minified',
    query: readQuery(params),
    environments: many(params.environment),
    range: readRangeParam(params),
  };
}

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

/** URL of an issue or one of its events with the state of its page. */
export function issueHref(path: string, urlState: Partial<IssueUrlState>): `/issues/${string}` {
  const params = new URLSearchParams();
  if (urlState.all) params.set('frames', 'all');
  if (urlState.newestFirst === false) params.set('order', 'oldest');
  if (urlState.raw) params.set('stack', 'raw');
  if (urlState.minified) params.set('code', 'minified');
  if (urlState.query) params.set('query', urlState.query);
  for (const environment of urlState.environments ?? []) params.append('environment', environment);
  setRangeParam(params, urlState.range ?? null);
  const text = params.toString();
  return (text ? `${path}?${text}` : path) as `/issues/${string}`;
}

export function issuePath(shortId: string): `/issues/${string}` {
  return `/issues/${encodeURIComponent(shortId)}`;
}

export function eventPath(shortId: string, eventId: string): `/issues/${string}/events/${string}` {
  return `/issues/${encodeURIComponent(shortId)}/events/${encodeURIComponent(eventId)}`;
}
