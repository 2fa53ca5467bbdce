import type { LanePosition } from '#platform/lanes.ts';
import type { StateEngine } from '../engine.ts';
import { applyIssues } from '../issues/batch.sql.ts';
import { LeaseLost, SET_BACK } from '../lease/contract.ts';
import type { Publish } from '../outbox/sql.ts';
import { applyFirstEvents } from '../projects/sql.ts';
import { applyEnvironments, applyReleases } from '../releases/sql.ts';
import { applyTexts } from '../search/sql.ts';
import type { Db } from '../schema.ts';
import type { BatchReads, BatchWrites } from './contract.ts';

export function batchReads(db: Db): BatchReads {
  return {
    lanePositions: () => db.selectFrom('lane').select(['id as lane', 'sequence']).execute(),
    async appliedSequence() {
      return (await db.selectFrom('applied').select('sequence').executeTakeFirstOrThrow()).sequence;
    },
  };
}

export function batchWrites(db: Db, engine: StateEngine, publish: Publish): BatchWrites {
  return {
    async applyBatch(batch) {
      const { applied } = await db.selectFrom('applied').select('sequence as applied').executeTakeFirstOrThrow();
      if (applied < batch.after) throw new LeaseLost(SET_BACK);
      if (applied > batch.after) {
        throw new Error(`Batch ${batch.sequence} comes after ${applied} was applied: it would count twice.`);
      }
      await moveLanes(db, engine, batch.positions);
      // Before issues: which of two releases is older may decide about one, and which environments are new.
      await applyReleases(db, engine, publish, batch.releases);
      await applyEnvironments(db, engine, batch.environments);
      await applyIssues(db, engine, publish, batch.issues, batch.atMs);
      await applyFirstEvents(db, batch.firstEvents);
      await applyTexts(db, engine, batch.texts);
      const { projectIds } = batch;
      if (projectIds.length > 0) publish([{ kind: 'projects-changed', projectIds, issueId: null }]);
      await db.updateTable('applied').set({ sequence: batch.sequence }).execute();
    },
  };
}

async function moveLanes(db: Db, engine: StateEngine, positions: LanePosition[]): Promise<void> {
  if (positions.length === 0) return;
  const lanes = engine.list([0, ...positions.map(({ lane }) => lane)], 'bigint');
  const before = await db.selectFrom('lane').selectAll().where('id', 'in', lanes).execute();
  const known = new Map(before.map(({ id, sequence }) => [id, sequence]));
  for (const { lane, sequence } of positions) {
    const applied = known.get(lane) ?? known.get(0) ?? 0;
    if (sequence > applied) continue;
    throw new Error(`Entry ${sequence} of lane ${lane} comes after ${applied} was applied: it would count twice.`);
  }
  await engine.runMany(db, positions, ({ lane, sequence }) =>
    db
      .insertInto('lane')
      .values({ id: lane, sequence })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ sequence: (eb) => eb.ref('excluded.sequence') })),
  );
}
