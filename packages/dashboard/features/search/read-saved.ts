import { isDeepStrictEqual } from 'node:util';
import type { SavedSearchView } from '@seismo/server';
import type { Tab } from '#ui/tabs.tsx';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import type { CurrentSearch } from './current-search.ts';

/** The saved searches of a list as tabs, and the one that is open. */
export async function readSavedSearches(
  search: CurrentSearch,
  hrefOf: (saved: SavedSearchView) => string,
): Promise<{ tabs: Tab[]; current: SavedSearchView | undefined }> {
  const saved = await runQuery((viewer) => runtime().query.savedSearches(viewer, search.list));
  const current = saved.find(
    (one) =>
      one.query === search.query &&
      (!('sort' in search) || one.sort === search.sort) &&
      (!('status' in search) || one.status === search.status) &&
      (!('explore' in search) || isDeepStrictEqual(one.explore, search.explore)),
  );
  const tabs = saved.map((one) => ({
    id: String(one.id),
    name: one.name,
    href: hrefOf(one),
    isCurrent: one === current,
    isShared: one.shared,
  }));
  return { tabs, current };
}
