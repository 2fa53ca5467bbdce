import type { StateEngine } from '../engine.ts';
import { storableText } from '../storable-text.ts';
import type { Db } from '../schema.ts';
import type { SavedSearchReads, SavedSearchWrites } from './contract.ts';

export function savedSearchReads(db: Db, engine: StateEngine): SavedSearchReads {
  return {
    async listSavedSearches(list, organizationIds, userId) {
      return db
        .selectFrom('saved_search')
        .selectAll()
        .where('list', '=', list)
        .where('organizationId', 'in', engine.list(organizationIds, 'bigint'))
        .where((on) => on.or([on('shared', '=', true), ...(userId === null ? [] : [on('userId', '=', userId)])]))
        .orderBy('id')
        .execute();
    },
  };
}

export function savedSearchWrites(db: Db): SavedSearchWrites {
  return {
    async createSavedSearch({ name, query, settings, ...search }) {
      const texts = { name: storableText(name), query: storableText(query), settings: storableText(settings) };
      const row = { ...search, ...texts };
      return (await db.insertInto('saved_search').values(row).returning('id').executeTakeFirstOrThrow()).id;
    },
    async updateSavedSearch(id, { name, query, settings, sort, status, shared }) {
      await db
        .updateTable('saved_search')
        .set({
          name: storableText(name),
          query: storableText(query),
          settings: storableText(settings),
          sort,
          status,
          shared,
        })
        .where('id', '=', id)
        .execute();
    },
    async deleteSavedSearch(id) {
      await db.deleteFrom('saved_search').where('id', '=', id).execute();
    },
  };
}
