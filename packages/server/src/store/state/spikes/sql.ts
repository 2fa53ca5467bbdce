import { limits } from '@seismo/protocol';
import type { StateEngine } from '../engine.ts';
import type { Publish } from '../outbox/sql.ts';
import type { Db } from '../schema.ts';
import type { SpikeWrites } from './contract.ts';

export function spikeWrites(db: Db, engine: StateEngine, publish: Publish): SpikeWrites {
  const endSpikes = async (nowMs: number) => {
    const ended = await db
      .deleteFrom('open_spike')
      .where('limitedAtMs', '<=', nowMs - limits.SPIKE_END_MS)
      .returning(['projectId', 'kind', 'startedAtMs'])
      .execute();
    publish(
      ended.map(({ projectId, kind, startedAtMs }) => ({
        kind: 'spike-ended',
        of: kind,
        projectIds: [projectId],
        issueId: null,
        startedAtMs,
      })),
    );
  };
  return {
    endSpikes,
    async recordSpikes(kind, projectIds, nowMs) {
      await endSpikes(nowMs);
      const projects = engine.list(projectIds, 'bigint');
      const open = await db
        .updateTable('open_spike')
        .set({ limitedAtMs: nowMs })
        .where('projectId', 'in', projects)
        .where('kind', '=', kind)
        .returning('projectId')
        .execute();
      const isOpen = new Set(open.map(({ projectId }) => projectId));
      const started = projectIds.filter((projectId) => !isOpen.has(projectId));
      const rows = started.map((id) => ({ projectId: id, kind, startedAtMs: nowMs, limitedAtMs: nowMs }));
      await engine.runMany(db, rows, (row) => db.insertInto('open_spike').values(row));
      publish(
        started.map((projectId) => ({ kind: 'spike-started', of: kind, projectIds: [projectId], issueId: null })),
      );
    },
  };
}
