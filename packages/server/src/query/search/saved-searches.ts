import type { SavedSearch, SavedSearchList } from '#store/state/contract.ts';
import type { QueryDeps } from '../deps.ts';
import { sortNames } from '../issues/views.ts';
import { readExploreSettings } from './explore-settings.ts';
import type { SavedSearchView } from './views.ts';
import { requireSignedIn, organizationsFor, type Viewer } from '#domain/permissions/viewer.ts';

/** Of one list: the viewer's own and those that their organizations share. */
export async function savedSearches(
  { state }: QueryDeps,
  viewer: Viewer,
  list: SavedSearchList,
): Promise<SavedSearchView[]> {
  requireSignedIn(viewer);
  const all = await state.listSavedSearches(list, organizationsFor(viewer, 'event:read'), viewer.userId);
  return all.map((search) => savedSearchView(search, viewer));
}

export function savedSearchView(
  { id, name, query, sort, status, settings, shared, userId, createdAtMs }: SavedSearch,
  viewer: Viewer,
): SavedSearchView {
  return {
    id,
    name,
    query,
    // A removed sort order must not make the search unusable.
    sort: sortNames.find((known) => known === sort) ?? 'last-seen',
    status,
    explore: readExploreSettings(settings),
    shared,
    mine: userId !== null && userId === viewer.userId,
    createdAtMs,
  };
}
