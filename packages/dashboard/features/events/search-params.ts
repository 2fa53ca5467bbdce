import type { RangeName } from '@seismo/server';
import { first, many, oneOf, ranges, type RawParams } from '#features/issues/search-params.ts';

/** A stretch of time between two moments. */
export interface Stretch {
  fromMs: number;
  toMs: number;
}

/** A time as an address says it: up to now, between two moments, or since ever. */
export type SpanAsked = RangeName | Stretch | 'all';

export interface EventsAsked {
  query: string;
  environments: string[];
  /** `null`: of all time. */
  range: RangeName | Stretch | null;
  cursor: string | null;
  count: number;
}

/** The list's state as the URL holds it. */
export function readEventsAsked(params: RawParams): EventsAsked {
  const range = readSpan(params);
  return {
    query: readQuery(params),
    environments: many(params.environment),
    range: range === 'all' ? null : range,
    cursor: first(params.cursor) || null,
    count: 50,
  };
}

export function eventsHref(shortId: string, { query, environments, range, cursor }: Partial<EventsAsked>) {
  const params = new URLSearchParams();
  if (query) params.set('query', query);
  for (const environment of environments ?? []) params.append('environment', environment);
  setSpan(params, range ?? null);
  if (cursor) params.set('cursor', cursor);
  const text = params.toString();
  return `/issues/${encodeURIComponent(shortId)}/events${text ? `?${text}` : ''}` as `/issues/${string}/events`;
}

const QUERY_CHARS_MAX = 1000;

export function readQuery(params: RawParams): string {
  return (first(params.query) ?? '').slice(0, QUERY_CHARS_MAX);
}

/** A named range comes before two moments: it is what was chosen last where a form has both. */
export function readSpan(params: RawParams): SpanAsked | null {
  const name = first(params.range);
  if (name === 'all' || name === '') return name === 'all' ? 'all' : null;
  const range = oneOf(ranges, name);
  if (range) return range;
  const [fromMs, toMs] = [readMoment(first(params.from)), readMoment(first(params.to))];
  return fromMs !== null && toMs !== null && fromMs < toMs ? { fromMs, toMs } : null;
}

export function setSpan(params: URLSearchParams, range: SpanAsked | null): void {
  if (range === null) return;
  if (typeof range === 'string') return params.set('range', range);
  params.set('from', momentText(range.fromMs));
  params.set('to', momentText(range.toMs));
}

const MOMENT = /^(?:19[7-9]\d|20\d\d)-\d\d-\d\dT\d\d:\d\d(?::\d\d)?Z$/;

function readMoment(text: string | undefined): number | null {
  const atMs = MOMENT.test(text ?? '') ? Date.parse(text!) : Number.NaN;
  return Number.isNaN(atMs) ? null : atMs;
}

/** `2026-11-21T09:30Z`: to the minute if that is all there is. */
export function momentText(atMs: number): string {
  return new Date(atMs).toISOString().replace(/(?::00)?\.\d+Z$/, 'Z');
}

/** `2026-11-21 09:30 to 12:00 UTC`. */
export function stretchText({ fromMs, toMs }: Stretch): string {
  const [from, to] = [fromMs, toMs].map((atMs) => momentText(atMs).slice(0, -1).replace('T', ' ')) as [string, string];
  return `${from} to ${from.slice(0, 10) === to.slice(0, 10) ? to.slice(11) : to} UTC`;
}
