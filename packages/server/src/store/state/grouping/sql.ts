import type { Kysely } from 'kysely';
import type { StateEngine } from '../engine.ts';
import { storableText } from '../storable-text.ts';
import type { Schema } from '../schema.ts';
import type { GroupingReads, GroupingWrites, Regroup } from './contract.ts';
import { recountIssues } from './recount.sql.ts';
import { followed } from './redirects.ts';

export function groupingReads(db: Kysely<Schema>, engine: StateEngine): GroupingReads {
  return {
    fingerprintsOf(issueIds) {
      return db
        .selectFrom('issue_fingerprint')
        .select(['hash', 'issue_id as issueId'])
        .where('issue_id', 'in', engine.list(issueIds, 'bigint') as never)
        .orderBy('hash')
        .execute();
    },
    mergedInto(issueId) {
      return followed(issueId, async (id) => {
        const redirect = db.selectFrom('issue_redirect').select('into_id as intoId').where('issue_id', '=', id);
        return (await redirect.executeTakeFirst())?.intoId ?? null;
      });
    },
    async regroupById(id) {
      const row = await db.selectFrom('regroup').selectAll().where('id', '=', id).executeTakeFirst();
      if (!row) return null;
      return {
        id: row.id,
        projectId: row.project_id,
        userId: row.user_id,
        atMs: row.at_ms,
        operation: row.operation,
        issueId: row.issue_id,
        ...(JSON.parse(row.data) as Pick<Regroup, 'moves' | 'events' | 'groups'>),
        undoneAtMs: row.undone_at_ms,
      };
    },
  };
}

export function groupingWrites(db: Kysely<Schema>, engine: StateEngine): GroupingWrites {
  return {
    async moveFingerprints(projectId, hashes, issueId) {
      await db
        .updateTable('issue_fingerprint')
        .set({ issue_id: issueId })
        .where('project_id', '=', projectId)
        .where('hash', 'in', engine.list(hashes.map(storableText), 'text') as never)
        .execute();
    },
    async addFingerprints(projectId, hashes, issueId) {
      const rows = hashes.map((hash) => ({
        project_id: projectId,
        hash: storableText(hash),
        grouping_version: 'v1',
        issue_id: issueId,
      }));
      await engine.runMany(db, rows, (row) =>
        db
          .insertInto('issue_fingerprint')
          .values(row)
          .onConflict((conflict) => conflict.doNothing()),
      );
    },
    async dropFingerprints(projectId, hashes) {
      await db
        .deleteFrom('issue_fingerprint')
        .where('project_id', '=', projectId)
        .where('hash', 'in', engine.list(hashes.map(storableText), 'text') as never)
        .execute();
    },
    async redirectIssue(issueId, intoId) {
      await db.deleteFrom('issue_redirect').where('issue_id', '=', issueId).execute();
      if (intoId === null) return;
      await db.insertInto('issue_redirect').values({ issue_id: issueId, into_id: intoId }).execute();
    },
    async saveRegroup({ id, projectId, userId, atMs, operation, issueId, moves, events, groups, undoneAtMs }) {
      const data = JSON.stringify({ moves, events, groups });
      const row = { id, project_id: projectId, user_id: userId, at_ms: atMs, operation, issue_id: issueId, data };
      await db
        .insertInto('regroup')
        .values({ ...row, undone_at_ms: undoneAtMs })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ undone_at_ms: undoneAtMs }))
        .execute();
    },
    recountIssues: (counts, nowMs) => recountIssues(db, engine, counts, nowMs),
  };
}
