import { sql, type Selectable } from 'kysely';
import { headlineOf } from '../issues/search-text.ts';
import { storableText } from '../storable-text.ts';
import type { Db, Schema } from '../schema.ts';
import type { RequestedReprocess, ReprocessTask, ReprocessReads, ReprocessWrites } from './contract.ts';

export function reprocessReads(db: Db): ReprocessReads {
  const tasks = () => db.selectFrom('reprocess_task').selectAll();
  return {
    async reprocessTaskById(id) {
      const row = await tasks().where('id', '=', id).executeTakeFirst();
      return row ? taskOf(row) : null;
    },
    async openReprocessTasks() {
      return (await tasks().where('endedAtMs', 'is', null).orderBy('id').execute()).map(taskOf);
    },
    async reprocessTasksOf(projectId, count) {
      const rows = await tasks()
        .where('projectId', '=', projectId)
        .where((on) => on.or([on('endedAtMs', 'is', null), on('total', '>', 0)]))
        .orderBy('requestedAtMs', 'desc')
        .orderBy('id', 'desc')
        .limit(count)
        .execute();
      return rows.map(taskOf);
    },
  };
}

export function reprocessWrites(db: Db): ReprocessWrites {
  return {
    async requestReprocessing(uploads, requestedAtMs) {
      const requested: RequestedReprocess[] = [];
      for (const { bundleId, projectId, release, dist } of uploads) {
        const key = { bundleId, projectId, release: storableText(release), dist: storableText(dist) };
        const progress = { total: null, done: 0, mapped: 0, endedAtMs: null, beforeAtMs: null, beforeEventId: null };
        const anew = { requestedAtMs, ...progress };
        const { id, round } = await db
          .insertInto('reprocess_task')
          .values({ ...key, ...anew, round: 1 })
          .onConflict((conflict) =>
            conflict
              .columns(['projectId', 'bundleId', 'release', 'dist'])
              .doUpdateSet({ ...anew, round: sql`reprocess_task.round + 1` }),
          )
          .returning(['id', 'round'])
          .executeTakeFirstOrThrow();
        requested.push({ id, projectId, round });
      }
      return requested;
    },
    async updateReprocessTask(id, { total, done, mapped, before, endedAtMs }) {
      const position = { beforeAtMs: before?.atMs ?? null, beforeEventId: before?.eventId ?? null };
      const columns = { total, done, mapped, endedAtMs, ...position };
      await db.updateTable('reprocess_task').set(columns).where('id', '=', id).execute();
    },
    async updateHeadlines(headlines) {
      for (const { issueId, atMs, ...headline } of headlines) {
        await db
          .updateTable('issue')
          .set(headlineOf(headline))
          .where('id', '=', issueId)
          .where('lastSeenAtMs', '=', atMs)
          .execute();
      }
    },
  };
}

function taskOf({
  beforeAtMs: atMs,
  beforeEventId: eventId,
  ...task
}: Selectable<Schema['reprocess_task']>): ReprocessTask {
  return { ...task, before: atMs === null || eventId === null ? null : { atMs, eventId } };
}
