import type { OrganizationId, UserId } from '@seismo/protocol';

export interface SavedSearchReads {
  /** The shared searches of these organizations and the user's own ones, in order of creation. */
  listSavedSearches(organizationIds: OrganizationId[], userId: UserId | null): Promise<SavedSearch[]>;
}

export interface SavedSearchWrites {
  createSavedSearch(search: Omit<SavedSearch, 'id'>): Promise<number>;
  updateSavedSearch(id: number, change: Pick<SavedSearch, 'name' | 'query' | 'sort' | 'shared'>): Promise<void>;
  deleteSavedSearch(id: number): Promise<void>;
}

export interface SavedSearch {
  id: number;
  organizationId: OrganizationId;
  /** Its author. */
  userId: UserId | null;
  /** Visible to the whole organization; else only to its author. */
  shared: boolean;
  name: string;
  query: string;
  sort: string;
  createdAtMs: number;
}
