import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import type { UsageReads, UsageWrites } from './contract.ts';

export function usageReads(db: Kysely<Schema>): UsageReads {
  return {
    async usageSince(day, projectId) {
      let query = db
        .selectFrom('project_usage')
        .select(['project_id as projectId', 'key_id as keyId', 'day', 'bytes'])
        .where('day', '>=', day);
      if (projectId !== undefined) query = query.where('project_id', '=', projectId);
      return query.orderBy('project_id').orderBy('day').orderBy('key_id').execute();
    },
  };
}

export function usageWrites(db: Kysely<Schema>): UsageWrites {
  return {
    async addUsage(usage, oldestDay) {
      for (const { projectId, keyId, day, bytes } of usage) {
        await db
          .insertInto('project_usage')
          .values({ project_id: projectId, key_id: keyId, day, bytes })
          .onConflict((conflict) =>
            conflict
              .columns(['project_id', 'day', 'key_id'])
              .doUpdateSet(({ ref, eb }) => ({ bytes: eb(ref('project_usage.bytes'), '+', ref('excluded.bytes')) })),
          )
          .execute();
      }
      await db.deleteFrom('project_usage').where('day', '<', oldestDay).execute();
    },
  };
}
