import type { SavedSearch } from '#store/state/contract.ts';
import type { QueryDeps } from '../deps.ts';
import { sortNames } from '../issues/views.ts';
import type { SavedSearchView } from './views.ts';
import { requireSignedIn, organizationsFor, type Viewer } from '#domain/permissions/viewer.ts';

/** The viewer's own and those that their organizations share. */
export async function savedSearches({ state }: QueryDeps, viewer: Viewer): Promise<SavedSearchView[]> {
  requireSignedIn(viewer);
  const all = await state.listSavedSearches(organizationsFor(viewer, 'event:read'), viewer.userId);
  return all.map((search) => savedSearchView(search, viewer));
}

export function savedSearchView(
  { id, name, query, sort, shared, userId, createdAtMs }: SavedSearch,
  viewer: Viewer,
): SavedSearchView {
  return {
    id,
    name,
    query,
    // A removed sort order must not make the search unusable.
    sort: sortNames.find((known) => known === sort) ?? 'last-seen',
    shared,
    mine: userId !== null && userId === viewer.userId,
    createdAtMs,
  };
}
