import type { Kysely } from 'kysely';
import type { StateEngine } from '../engine.ts';
import { storableText } from '../storable-text.ts';
import type { Schema } from '../schema.ts';
import type { SavedSearchReads, SavedSearchWrites } from './contract.ts';

export function savedSearchReads(db: Kysely<Schema>, engine: StateEngine): SavedSearchReads {
  return {
    async listSavedSearches(organizationIds, userId) {
      const rows = await db
        .selectFrom('saved_search')
        .selectAll()
        .where('organization_id', 'in', engine.list(organizationIds, 'bigint') as never)
        .where((on) => on.or([on('shared', '=', 1), ...(userId === null ? [] : [on('user_id', '=', userId)])]))
        .orderBy('id')
        .execute();
      return rows.map(({ organization_id, user_id, shared, created_at_ms, ...row }) => ({
        ...row,
        organizationId: organization_id,
        userId: user_id,
        shared: shared === 1,
        createdAtMs: created_at_ms,
      }));
    },
  };
}

export function savedSearchWrites(db: Kysely<Schema>): SavedSearchWrites {
  return {
    async createSavedSearch({ organizationId, userId, shared, name, query, sort, createdAtMs }) {
      const { id } = await db
        .insertInto('saved_search')
        .values({
          organization_id: organizationId,
          user_id: userId,
          shared: Number(shared),
          name: storableText(name),
          query: storableText(query),
          sort,
          created_at_ms: createdAtMs,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return Number(id);
    },
    async updateSavedSearch(id, { name, query, sort, shared }) {
      await db
        .updateTable('saved_search')
        .set({ name: storableText(name), query: storableText(query), sort, shared: Number(shared) })
        .where('id', '=', id)
        .execute();
    },
    async deleteSavedSearch(id) {
      await db.deleteFrom('saved_search').where('id', '=', id).execute();
    },
  };
}
