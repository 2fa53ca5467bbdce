import type { RangeName } from '@seismo/server';
import { first, oneOf, ranges, type RawParams } from '#features/issues/search-params.ts';

export interface EventsAsked {
  query: string;
  /** `null`: of all time. */
  range: RangeName | null;
  cursor: string | null;
  count: number;
}

const QUERY_CHARS_MAX = 1000;

/** The list's state as the URL holds it. */
export function readEventsAsked(params: RawParams): EventsAsked {
  return {
    query: (first(params.query) ?? '').slice(0, QUERY_CHARS_MAX),
    range: oneOf(ranges, first(params.range)) ?? null,
    cursor: first(params.cursor) || null,
    count: 50,
  };
}

export function eventsHref(shortId: string, { query, range, cursor }: Partial<EventsAsked>) {
  const params = new URLSearchParams();
  if (query) params.set('query', query);
  if (range) params.set('range', range);
  if (cursor) params.set('cursor', cursor);
  const text = params.toString();
  return `/issues/${encodeURIComponent(shortId)}/events${text ? `?${text}` : ''}` as `/issues/${string}/events`;
}
