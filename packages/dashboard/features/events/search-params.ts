import type { TimeRange } from '@seismo/server';
import { readTimeRange, setTimeRange } from '#shell/context-bar/time-range.ts';
import { first, many, type RawParams } from '#features/issues/search-params.ts';

/** A time in the URL: a range up to now, a custom range, or all time. */
export type RangeParam = TimeRange | 'all';

export interface EventsUrlState {
  query: string;
  environments: string[];
  /** `null`: of all time. */
  range: TimeRange | null;
  cursor: string | null;
  count: number;
}

/** The list's state in the URL. */
export function readEventsUrlState(params: RawParams): EventsUrlState {
  const range = readRangeParam(params);
  return {
    query: readQuery(params),
    environments: many(params.environment),
    range: range === 'all' ? null : range,
    cursor: first(params.cursor) || null,
    count: 50,
  };
}

export function eventsHref(shortId: string, { query, environments, range, cursor }: Partial<EventsUrlState>) {
  const params = new URLSearchParams();
  if (query) params.set('query', query);
  for (const environment of environments ?? []) params.append('environment', environment);
  setRangeParam(params, range ?? null);
  if (cursor) params.set('cursor', cursor);
  const text = params.toString();
  return `/issues/${encodeURIComponent(shortId)}/events${text ? `?${text}` : ''}` as `/issues/${string}/events`;
}

const QUERY_CHARS_MAX = 1000;

export function readQuery(params: RawParams): string {
  return (first(params.query) ?? '').slice(0, QUERY_CHARS_MAX);
}

export function readRangeParam(params: RawParams): RangeParam | null {
  const name = first(params.range);
  if (name === 'all' || name === '') return name === 'all' ? 'all' : null;
  return readTimeRange(params).range;
}

export function setRangeParam(params: URLSearchParams, range: RangeParam | null): void {
  if (range === 'all') params.set('range', 'all');
  else if (range !== null) setTimeRange(params, range, null);
}
