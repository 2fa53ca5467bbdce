import type { Kysely } from 'kysely';
import type { StateEngine } from '../engine.ts';
import { keepable } from '../keepable.ts';
import type { Schema } from '../schema.ts';
import type { SavedSearchReads, SavedSearchWrites } from './contract.ts';

export function savedSearchReads(db: Kysely<Schema>, engine: StateEngine): SavedSearchReads {
  return {
    async listSavedSearches(organizationIds, userId) {
      const rows = await db
        .selectFrom('saved_search')
        .selectAll()
        .where('organization_id', 'in', engine.list(organizationIds, 'bigint') as never)
        .where((on) => on.or([on('shared', '=', 1), ...(userId === null ? [] : [on('person_id', '=', userId)])]))
        .orderBy('id')
        .execute();
      return rows.map(({ organization_id, person_id, shared, created_at_ms, ...row }) => ({
        ...row,
        organizationId: organization_id,
        userId: person_id,
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
          person_id: userId,
          shared: Number(shared),
          name: keepable(name),
          query: keepable(query),
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
        .set({ name: keepable(name), query: keepable(query), sort, shared: Number(shared) })
        .where('id', '=', id)
        .execute();
    },
    async deleteSavedSearch(id) {
      await db.deleteFrom('saved_search').where('id', '=', id).execute();
    },
  };
}
