import type { OrganizationId, UserId } from '@seismo/protocol';

export interface SavedSearchReads {
  /** Of one list: the shared searches of these organizations and the user's own ones, in order of creation. */
  listSavedSearches(
    list: SavedSearchList,
    organizationIds: OrganizationId[],
    userId: UserId | null,
  ): Promise<SavedSearch[]>;
}

export interface SavedSearchWrites {
  createSavedSearch(search: Omit<SavedSearch, 'id'>): Promise<number>;
  updateSavedSearch(
    id: number,
    change: Pick<SavedSearch, 'name' | 'query' | 'sort' | 'status' | 'settings' | 'shared'>,
  ): Promise<void>;
  deleteSavedSearch(id: number): Promise<void>;
}

export type SavedSearchList = 'issues' | 'events' | 'feedback' | 'releases' | 'explore';

export interface SavedSearch {
  id: number;
  list: SavedSearchList;
  organizationId: OrganizationId;
  /** Its author. */
  userId: UserId | null;
  /** Visible to the whole organization; else only to its author. */
  shared: boolean;
  name: string;
  query: string;
  /** Of issues; `''` in other lists. */
  sort: string;
  /** Of feedback and releases; `''` in other lists. */
  status: string;
  /** Of Explore, as JSON; `''` in other lists. */
  settings: string;
  createdAtMs: number;
}
