import type { Facet, Viewer } from '@seismo/server';
import { readEventsUrlState } from '#features/events/search-params.ts';
import { readExploreState } from '#features/explore/search-params.ts';
import { rawParamsOf } from '#features/issues/raw-params.ts';
import { readIssueFilter } from '#features/issues/search-params.ts';
import type { RawParams } from '#explorer/url-state.ts';
import { runtime } from '#server/runtime.ts';

/** The list of issues, that of an issue's events, or spans or errors of Explore, with its URL parameters. */
export interface FacetedList {
  of: 'issues' | 'events' | 'spans' | 'errors';
  /** Of the issue. */
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
  const [name, valueCount] = [String(key), Math.max(1, Math.min(Math.trunc(Number(count)) || 1, COUNT_MAX))];
  switch (list?.of) {
    case 'spans':
      return query.spanFacet(viewer, readExploreState(params), name, valueCount);
    case 'errors':
      return query.errorFacet(viewer, readExploreState(params), name, valueCount);
    case 'events':
      return query.eventFacet(viewer, String(list.shortId), readEventsUrlState(params), name, valueCount);
    default:
      return query.issueFacet(viewer, readIssueFilter(params), name, valueCount);
  }
}

interface FacetChange {
  of: FacetedList['of'];
  query: string;
  key: string;
  /** The selected ones. */
  values: string[];
  /** Excludes this one instead. */
  without?: string;
}

/** A search with these values of a key selected, or without one. */
export async function facetQuery(_viewer: Viewer, { of, query, key, values, without }: FacetChange): Promise<string> {
  const selection = without === undefined ? { values: [values].flat().map(String) } : { without: String(without) };
  const language = of === 'spans' ? of : 'errors';
  return runtime().query.searchSelecting(String(query), String(key), selection, language);
}

/** The keys of the events of an issue, or of the spans or events of these projects. */
export async function facetKeys(
  viewer: Viewer,
  { of, shortId, projects }: Pick<FacetedList, 'of' | 'shortId'> & { projects: string[] },
): Promise<string[]> {
  const { query } = runtime();
  if (of === 'events') return query.issueFacetKeys(viewer, String(shortId));
  const slugs = [projects].flat().map(String).slice(0, COUNT_MAX);
  return of === 'spans' ? query.spanFacetKeys(viewer, slugs) : query.facetKeys(viewer, slugs);
}
