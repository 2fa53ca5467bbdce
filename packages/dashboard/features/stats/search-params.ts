import type { TimeRange } from '@seismo/server';
import { setTimeRange } from '#shell/context-bar/time-range.ts';
import { first, type RawParams } from '#explorer/url-state.ts';

/** The filters of the page: all projects if none is named, all keys if `null`. */
export interface StatsUrlState {
  projects: readonly string[];
  range: TimeRange;
  key: number | null;
}

/** The client key in the URL; `null` if it is not a number. */
export function readKey(query: RawParams): number | null {
  const text = first(query.key) ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Without a range, so that one can be added. */
export function statsHref(
  { projects, range, key }: Omit<StatsUrlState, 'range'> & { range: TimeRange | null },
  more: Record<string, string> = {},
): `/stats?${string}` {
  const params = new URLSearchParams(projects.map((project) => ['project', project]));
  if (range !== null) setTimeRange(params, range, null);
  for (const [name, value] of Object.entries({ ...(key !== null && { key: String(key) }), ...more })) {
    params.set(name, value);
  }
  return `/stats?${params}`;
}

/** The items whose examples are requested; `''` is any. */
export interface ItemFilter {
  kind: string;
  outcome: string;
  reason: string;
}

/** Links to the items of a kind, outcome or reason. */
export function examplesHref(urlState: StatsUrlState, itemFilter: Partial<ItemFilter>): `/stats?${string}` {
  return `${statsHref(urlState, definedParams(itemFilter))}#examples`;
}

/** The same page without a time, for a chart that adds one. */
export function untimedHref(urlState: StatsUrlState, itemFilter: ItemFilter): `/stats?${string}` {
  return statsHref({ ...urlState, range: null }, definedParams(itemFilter));
}

/** The URL parameters of the filter. */
export function definedParams(itemFilter: Partial<ItemFilter>): Record<string, string> {
  return Object.fromEntries(Object.entries(itemFilter).filter(([, value]) => value !== ''));
}

export function readItemFilter(query: RawParams): ItemFilter {
  return { kind: first(query.kind) ?? '', outcome: first(query.outcome) ?? '', reason: first(query.reason) ?? '' };
}
