import { sql, type Kysely, type Selectable } from 'kysely';
import { storableText } from '../storable-text.ts';
import type { Schema } from '../schema.ts';
import type { RequestedReprocess, ReprocessTask, ReprocessReads, ReprocessWrites } from './contract.ts';

export function reprocessReads(db: Kysely<Schema>): ReprocessReads {
  const tasks = () => db.selectFrom('reprocess_task').selectAll();
  return {
    async reprocessTaskById(id) {
      const row = await tasks().where('id', '=', id).executeTakeFirst();
      return row ? taskOf(row) : null;
    },
    async openReprocessTasks() {
      return (await tasks().where('ended_at_ms', 'is', null).orderBy('id').execute()).map(taskOf);
    },
    async reprocessTasksOf(projectId, count) {
      const rows = await tasks()
        .where('project_id', '=', projectId)
        .where((on) => on.or([on('ended_at_ms', 'is', null), on('total', '>', 0)]))
        .orderBy('requested_at_ms', 'desc')
        .orderBy('id', 'desc')
        .limit(count)
        .execute();
      return rows.map(taskOf);
    },
  };
}

export function reprocessWrites(db: Kysely<Schema>): ReprocessWrites {
  return {
    async requestReprocessing(uploads, requestedAtMs) {
      const requested: RequestedReprocess[] = [];
      for (const { bundleId, projectId, release, dist } of uploads) {
        const anew = { requested_at_ms: requestedAtMs, total: null, done: 0, mapped: 0, ended_at_ms: null };
        const position = { before_at_ms: null, before_event_id: null };
        const { id, round } = await db
          .insertInto('reprocess_task')
          .values({
            bundle_id: bundleId,
            project_id: projectId,
            release: storableText(release),
            dist: storableText(dist),
            round: 1,
            ...anew,
            ...position,
          })
          .onConflict((conflict) =>
            conflict
              .columns(['project_id', 'bundle_id', 'release', 'dist'])
              .doUpdateSet({ ...anew, ...position, round: sql`reprocess_task.round + 1` }),
          )
          .returning(['id', 'round'])
          .executeTakeFirstOrThrow();
        requested.push({ id: Number(id), projectId, round });
      }
      return requested;
    },
    async updateReprocessTask(id, { total, done, mapped, before, endedAtMs }) {
      await db
        .updateTable('reprocess_task')
        .set({
          total,
          done,
          mapped,
          before_at_ms: before?.atMs ?? null,
          before_event_id: before?.eventId ?? null,
          ended_at_ms: endedAtMs,
        })
        .where('id', '=', id)
        .execute();
    },
    async updateHeadlines(headlines) {
      for (const { issueId, atMs, type, value, culprit } of headlines) {
        await db
          .updateTable('issue')
          .set({ type: storableText(type), value: storableText(value), culprit: storableText(culprit) })
          .where('id', '=', issueId)
          .where('last_seen_at_ms', '=', atMs)
          .execute();
      }
    },
  };
}

function taskOf(row: Selectable<Schema['reprocess_task']>): ReprocessTask {
  return {
    id: row.id,
    bundleId: row.bundle_id,
    projectId: row.project_id,
    release: row.release,
    dist: row.dist,
    round: row.round,
    requestedAtMs: row.requested_at_ms,
    total: row.total,
    done: row.done,
    mapped: row.mapped,
    before:
      row.before_at_ms === null || row.before_event_id === null
        ? null
        : { atMs: row.before_at_ms, eventId: row.before_event_id },
    endedAtMs: row.ended_at_ms,
  };
}
