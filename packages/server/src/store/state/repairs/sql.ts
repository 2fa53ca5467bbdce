import { sql, type Kysely, type Selectable } from 'kysely';
import { keepable } from '../keepable.ts';
import type { Schema } from '../schema.ts';
import type { AskedRepair, Repair, RepairReads, RepairWrites } from './contract.ts';
import type { RepairTables } from './tables.ts';

export function repairReads(db: Kysely<Schema>): RepairReads {
  const repairs = () => db.selectFrom('repair').selectAll();
  return {
    async repairById(id) {
      const row = await repairs().where('id', '=', id).executeTakeFirst();
      return row ? repairOf(row) : null;
    },
    async openRepairs() {
      return (await repairs().where('ended_at_ms', 'is', null).orderBy('id').execute()).map(repairOf);
    },
    async repairsOf(projectId, count) {
      const rows = await repairs()
        .where('project_id', '=', projectId)
        .where((on) => on.or([on('ended_at_ms', 'is', null), on('total', '>', 0)]))
        .orderBy('asked_at_ms', 'desc')
        .orderBy('id', 'desc')
        .limit(count)
        .execute();
      return rows.map(repairOf);
    },
  };
}

export function repairWrites(db: Kysely<Schema>): RepairWrites {
  return {
    async askRepairs(uploads, askedAtMs) {
      const asked: AskedRepair[] = [];
      for (const { bundleId, projectId, release, dist } of uploads) {
        const anew = { asked_at_ms: askedAtMs, total: null, done: 0, mended: 0, ended_at_ms: null };
        const place = { before_at_ms: null, before_event_id: null };
        const { id, round } = await db
          .insertInto('repair')
          .values({
            bundle_id: bundleId,
            project_id: projectId,
            release: keepable(release),
            dist: keepable(dist),
            round: 1,
            ...anew,
            ...place,
          })
          .onConflict((conflict) =>
            conflict
              .columns(['project_id', 'bundle_id', 'release', 'dist'])
              .doUpdateSet({ ...anew, ...place, round: sql`repair.round + 1` }),
          )
          .returning(['id', 'round'])
          .executeTakeFirstOrThrow();
        asked.push({ id: Number(id), projectId, round });
      }
      return asked;
    },
    async updateRepair(id, { total, done, mended, before, endedAtMs }) {
      await db
        .updateTable('repair')
        .set({
          total,
          done,
          mended,
          before_at_ms: before?.atMs ?? null,
          before_event_id: before?.eventId ?? null,
          ended_at_ms: endedAtMs,
        })
        .where('id', '=', id)
        .execute();
    },
    async renameIssues(headlines) {
      for (const { issueId, atMs, type, value, culprit } of headlines) {
        await db
          .updateTable('issue')
          .set({ type: keepable(type), value: keepable(value), culprit: keepable(culprit) })
          .where('id', '=', issueId)
          .where('last_seen_at_ms', '=', atMs)
          .execute();
      }
    },
  };
}

function repairOf(row: Selectable<RepairTables['repair']>): Repair {
  return {
    id: row.id,
    bundleId: row.bundle_id,
    projectId: row.project_id,
    release: row.release,
    dist: row.dist,
    round: row.round,
    askedAtMs: row.asked_at_ms,
    total: row.total,
    done: row.done,
    mended: row.mended,
    before:
      row.before_at_ms === null || row.before_event_id === null
        ? null
        : { atMs: row.before_at_ms, eventId: row.before_event_id },
    endedAtMs: row.ended_at_ms,
  };
}
