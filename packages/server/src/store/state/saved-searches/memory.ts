import { keepable } from '../keepable.ts';
import { copy } from '../engines/memory/rows.ts';
import type { SavedSearch, SavedSearchReads, SavedSearchWrites } from './contract.ts';

export interface SavedSearchData {
  savedSearches: SavedSearch[];
  lastSavedSearchId: number;
}

export function emptySavedSearches(): SavedSearchData {
  return { savedSearches: [], lastSavedSearchId: 0 };
}

export function savedSearchReads(current: () => SavedSearchData): SavedSearchReads {
  return {
    listSavedSearches: async (organizationIds, userId) =>
      copy(
        current().savedSearches.filter(
          (search) =>
            organizationIds.includes(search.organizationId) &&
            (search.shared || (userId !== null && search.userId === userId)),
        ),
      ),
  };
}

export function savedSearchWrites(data: SavedSearchData): SavedSearchWrites {
  return {
    async createSavedSearch(search) {
      const id = ++data.lastSavedSearchId;
      data.savedSearches.push({ id, ...search, name: keepable(search.name), query: keepable(search.query) });
      return id;
    },
    async updateSavedSearch(id, { name, query, sort, shared }) {
      const found = data.savedSearches.find((search) => search.id === id);
      if (found) Object.assign(found, { name: keepable(name), query: keepable(query), sort, shared });
    },
    async deleteSavedSearch(id) {
      data.savedSearches = data.savedSearches.filter((search) => search.id !== id);
    },
  };
}
