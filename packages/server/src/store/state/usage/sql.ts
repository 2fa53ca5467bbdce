import type { Db } from '../schema.ts';
import type { UsageReads, UsageWrites } from './contract.ts';

export function usageReads(db: Db): UsageReads {
  return {
    async usageSince(day, projectId) {
      let query = db.selectFrom('project_usage').selectAll().where('day', '>=', day);
      if (projectId !== undefined) query = query.where('projectId', '=', projectId);
      return query.orderBy('projectId').orderBy('day').orderBy('keyId').execute();
    },
  };
}

export function usageWrites(db: Db): UsageWrites {
  return {
    async addUsage(usage, oldestDay) {
      for (const row of usage) {
        await db
          .insertInto('project_usage')
          .values(row)
          .onConflict((conflict) =>
            conflict
              .columns(['projectId', 'day', 'keyId'])
              .doUpdateSet(({ ref, eb }) => ({ bytes: eb(ref('project_usage.bytes'), '+', ref('excluded.bytes')) })),
          )
          .execute();
      }
      await db.deleteFrom('project_usage').where('day', '<', oldestDay).execute();
    },
  };
}
