import type { StateEngine } from '../engine.ts';
import { storableText } from '../storable-text.ts';
import { doNothing } from '../columns.ts';
import type { Db } from '../schema.ts';
import type { GroupingReads, GroupingWrites } from './contract.ts';
import { recountIssues } from './recount.sql.ts';
import { followed } from './redirects.ts';

export function groupingReads(db: Db, engine: StateEngine): GroupingReads {
  return {
    fingerprintsOf(issueIds) {
      return db
        .selectFrom('issue_fingerprint')
        .select(['hash', 'issueId'])
        .where('issueId', 'in', engine.list(issueIds, 'bigint'))
        .orderBy('hash')
        .execute();
    },
    mergedInto(issueId) {
      return followed(issueId, async (id) => {
        const redirect = db.selectFrom('issue_redirect').select('intoId').where('issueId', '=', id);
        return (await redirect.executeTakeFirst())?.intoId ?? null;
      });
    },
    async regroupById(id) {
      const row = await db.selectFrom('regroup').selectAll().where('id', '=', id).executeTakeFirst();
      if (!row) return null;
      const { data, ...regroup } = row;
      return { ...regroup, ...data };
    },
  };
}

export function groupingWrites(db: Db, engine: StateEngine): GroupingWrites {
  return {
    async moveFingerprints(projectId, hashes, issueId) {
      await db
        .updateTable('issue_fingerprint')
        .set({ issueId })
        .where('projectId', '=', projectId)
        .where('hash', 'in', engine.list(hashes.map(storableText), 'text'))
        .execute();
    },
    async addFingerprints(projectId, hashes, issueId) {
      const rows = hashes.map((hash) => ({ projectId, hash: storableText(hash), groupingVersion: 'v1', issueId }));
      await engine.runMany(db, rows, (row) => db.insertInto('issue_fingerprint').values(row).onConflict(doNothing));
    },
    async dropFingerprints(projectId, hashes) {
      await db
        .deleteFrom('issue_fingerprint')
        .where('projectId', '=', projectId)
        .where('hash', 'in', engine.list(hashes.map(storableText), 'text'))
        .execute();
    },
    async redirectIssue(issueId, intoId) {
      await db.deleteFrom('issue_redirect').where('issueId', '=', issueId).execute();
      if (intoId === null) return;
      await db.insertInto('issue_redirect').values({ issueId, intoId }).execute();
    },
    async saveRegroup({ moves, events, groups, ...regroup }) {
      const { undoneAtMs } = regroup;
      await db
        .insertInto('regroup')
        .values({ ...regroup, data: JSON.stringify({ moves, events, groups }) })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ undoneAtMs }))
        .execute();
    },
    recountIssues: (counts, nowMs) => recountIssues(db, engine, counts, nowMs),
  };
}
