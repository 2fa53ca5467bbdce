import type { Facet, Viewer } from '@seismo/server';
import { readEventsUrlState } from '#features/events/search-params.ts';
import { rawParamsOf } from '#features/issues/raw-params.ts';
import { readIssueFilter } from '#features/issues/search-params.ts';
import type { RawParams } from '#explorer/url-state.ts';
import { runtime } from '#server/runtime.ts';

/** The list of issues, or that of an issue's events, with its URL parameters. */
export interface FacetedList {
  shortId: string | null;
  params: RawParams;
}

const COUNT_MAX = 100;

/** The values of a search key in a list. */
export async function facet(
  viewer: Viewer,
  { list, key, count }: { list: FacetedList; key: string; count: number },
): Promise<Facet> {
  const { query } = runtime();
  const params = rawParamsOf(list?.params);
  const valueCount = Math.max(1, Math.min(Math.trunc(Number(count)) || 1, COUNT_MAX));
  return list?.shortId
    ? query.eventFacet(viewer, String(list.shortId), readEventsUrlState(params), String(key), valueCount)
    : query.issueFacet(viewer, readIssueFilter(params), String(key), valueCount);
}

/** A search with these values of a key selected. */
export async function facetQuery(
  _viewer: Viewer,
  { query, key, values }: { query: string; key: string; values: string[] },
): Promise<string> {
  return runtime().query.searchSelecting(String(query), String(key), [values].flat().map(String));
}

/** The keys of the events of an issue, or of these projects. */
export async function facetKeys(
  viewer: Viewer,
  { shortId, projects }: { shortId: string | null; projects: string[] },
): Promise<string[]> {
  const { query } = runtime();
  return shortId
    ? query.issueFacetKeys(viewer, String(shortId))
    : query.facetKeys(viewer, [projects].flat().map(String).slice(0, COUNT_MAX));
}
