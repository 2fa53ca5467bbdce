import type { FacetValue, Viewer } from '@seismo/server';
import { eventsHref, readEventsUrlState } from '#features/events/search-params.ts';
import { rawParamsOf } from '#features/issues/raw-params.ts';
import { issuesHref, readIssueFilter } from '#features/issues/search-params.ts';
import type { RawParams } from '#explorer/url-state.ts';
import { runtime } from '#server/runtime.ts';

/** The list of issues, or that of an issue's events, with its URL parameters. */
export interface FacetedList {
  shortId: string | null;
  params: RawParams;
}

export interface FacetLinks {
  /** Each with the URL that selects the value, or no longer selects it. */
  values: (Omit<FacetValue, 'query'> & { href: string })[];
  hasMore: boolean;
}

const COUNT_MAX = 100;

/** The values of a search key in a list. */
export async function facet(
  viewer: Viewer,
  { list, key, count }: { list: FacetedList; key: string; count: number },
): Promise<FacetLinks> {
  const { query } = runtime();
  const params = rawParamsOf(list?.params);
  const valueCount = Math.max(1, Math.min(Math.trunc(Number(count)) || 1, COUNT_MAX));
  if (list?.shortId) {
    const shortId = String(list.shortId);
    const state = readEventsUrlState(params);
    const found = await query.eventFacet(viewer, shortId, state, String(key), valueCount);
    return linked(found, (text) => eventsHref(shortId, { ...state, query: text, cursor: null }));
  }
  const filter = readIssueFilter(params);
  const found = await query.issueFacet(viewer, filter, String(key), valueCount);
  return linked(found, (text) => issuesHref({ ...filter, query: text, cursor: null }));
}

function linked(
  { values, hasMore }: { values: FacetValue[]; hasMore: boolean },
  hrefOf: (query: string) => string,
): FacetLinks {
  return { values: values.map(({ query, ...value }) => ({ ...value, href: hrefOf(query) })), hasMore };
}

/** The keys of the events of these projects. */
export async function facetKeys(viewer: Viewer, { projects }: { projects: string[] }): Promise<string[]> {
  return runtime().query.facetKeys(viewer, [projects].flat().map(String).slice(0, COUNT_MAX));
}
