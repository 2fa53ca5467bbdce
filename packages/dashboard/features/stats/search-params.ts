import type { TimeRange } from '@seismo/server';
import { setTimeRange } from '#shell/context-bar/time-range.ts';
import { first, type RawParams } from '#features/issues/search-params.ts';

/** What of the ledger is shown: of no project named it is all, and so it is of keys by `null`. */
export interface StatsUrlState {
  projects: readonly string[];
  range: TimeRange;
  key: number | null;
}

/** The client key in the address; one that is no number is none. */
export function readKey(query: RawParams): number | null {
  const text = first(query.key) ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Without a range where one is to be added to it. */
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

/** Which items examples are wanted of; `''`: any. */
export interface ItemFilter {
  kind: string;
  outcome: string;
  reason: string;
}

/** Where the items of a kind, of an outcome, or of one reason for it are shown. */
export function examplesHref(urlState: StatsUrlState, itemFilter: Partial<ItemFilter>): `/stats?${string}` {
  return `${statsHref(urlState, definedParams(itemFilter))}#examples`;
}

/** The same page without a time, for a chart that adds one. */
export function untimedHref(urlState: StatsUrlState, itemFilter: ItemFilter): `/stats?${string}` {
  return statsHref({ ...urlState, range: null }, definedParams(itemFilter));
}

/** What of it an address has to say. */
export function definedParams(itemFilter: Partial<ItemFilter>): Record<string, string> {
  return Object.fromEntries(Object.entries(itemFilter).filter(([, value]) => value !== ''));
}

export function readItemFilter(query: RawParams): ItemFilter {
  return { kind: first(query.kind) ?? '', outcome: first(query.outcome) ?? '', reason: first(query.reason) ?? '' };
}
