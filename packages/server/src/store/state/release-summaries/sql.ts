import { sql } from 'kysely';
import { looks } from '#domain/releases/measured-health.ts';
import type { StateEngine } from '../engine.ts';
import type { Db } from '../schema.ts';
import type { ReleaseSummaryReads, ReleaseSummaryWrites } from './contract.ts';

export function releaseSummaryReads(db: Db, engine: StateEngine): ReleaseSummaryReads {
  const summaries = db.selectFrom('release_summary').selectAll();
  return {
    async releasesToSummarize({ afterMs, toMs }, openMax) {
      const deploys = await db
        .selectFrom('deploy')
        .innerJoin('release_record', 'release_record.id', 'deploy.releaseId')
        .innerJoin('release_project', 'release_project.releaseId', 'deploy.releaseId')
        .select(({ fn }) => [
          'release_project.projectId',
          'version',
          'environment',
          fn.max('finishedAtMs').as('startedAtMs'),
        ])
        .where('finishedAtMs', '>', afterMs)
        .where('finishedAtMs', '<=', toMs)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('release_summary')
                .select('id')
                .whereRef('release_summary.projectId', '=', 'release_project.projectId')
                .whereRef('release_summary.version', '=', 'release_record.version')
                .whereRef('release_summary.environment', '=', 'deploy.environment')
                .whereRef('release_summary.startedAtMs', '>=', 'deploy.finishedAtMs'),
            ),
          ),
        )
        .groupBy(['release_project.projectId', 'version', 'environment'])
        .execute();
      // A client can send any number of versions: those of one project must not keep others from being found.
      const firstSeen = db
        .selectFrom('release')
        .select(['projectId', 'version', 'firstSeenAtMs as startedAtMs'])
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((of) => of.partitionBy('projectId').orderBy('firstSeenAtMs').orderBy('version'))
            .as('place'),
        )
        .where('firstSeenAtMs', '>', afterMs)
        .where('firstSeenAtMs', '<=', toMs)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('release as older')
              .select('older.version')
              .whereRef('older.projectId', '=', 'release.projectId')
              .whereRef('older.firstSeenAtMs', '<', 'release.firstSeenAtMs'),
          ),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('release_summary')
                .select('id')
                .whereRef('release_summary.projectId', '=', 'release.projectId')
                .whereRef('release_summary.version', '=', 'release.version'),
            ),
          ),
        );
      const seen = await db
        .selectFrom(firstSeen.as('seen'))
        .select(['projectId', 'version', 'startedAtMs'])
        .where('place', '<=', openMax)
        .execute();
      const open = await db
        .selectFrom('release_summary')
        .select(({ fn }) => ['projectId', fn.countAll<number>().as('count')])
        .where('dueAtMs', 'is not', null)
        .groupBy('projectId')
        .execute();
      const deployed = new Set(deploys.map(({ projectId, version }) => `${projectId} ${version}`));
      const found = [
        ...deploys,
        ...seen
          .filter(({ projectId, version }) => !deployed.has(`${projectId} ${version}`))
          .map((release) => ({ ...release, environment: '' })),
      ];
      // Sorted here: engines collate differently.
      found.sort(
        (one, other) =>
          Number(one.environment === '') - Number(other.environment === '') ||
          one.startedAtMs - other.startedAtMs ||
          one.projectId - other.projectId,
      );
      const left = new Map(open.map(({ projectId, count }) => [projectId, openMax - count]));
      return found.filter(({ projectId }) => {
        const more = left.get(projectId) ?? openMax;
        left.set(projectId, more - 1);
        return more > 0;
      });
    },
    dueReleaseSummaries: (nowMs, count) =>
      summaries.where('dueAtMs', '<=', nowMs).orderBy('dueAtMs').orderBy('id').limit(count).execute(),
    releaseSummaries: (projectIds, version) =>
      summaries
        .where('projectId', 'in', engine.list(projectIds, 'bigint'))
        .where('version', '=', version)
        .orderBy('startedAtMs', 'desc')
        .orderBy('id', 'desc')
        .execute(),
    releaseSummariesByIds: (ids) => summaries.where('id', 'in', engine.list(ids, 'bigint')).orderBy('id').execute(),
    finalReleaseSummaries: (projectId, sinceMs, count) =>
      summaries
        .where('projectId', '=', projectId)
        .where('dueAtMs', 'is', null)
        .where('measuredAtMs', '>', sinceMs)
        .orderBy('measuredAtMs', 'desc')
        .orderBy('id', 'desc')
        .limit(count)
        .execute(),
  };
}

export function releaseSummaryWrites(db: Db, engine: StateEngine): ReleaseSummaryWrites {
  return {
    async addReleaseSummaries(added) {
      const keys = added.map(({ projectId, version, environment }) => ({ projectId, version, environment }));
      await engine.runMany(db, keys, ({ projectId, version, environment }) =>
        db
          .deleteFrom('release_summary')
          .where('projectId', '=', projectId)
          .where('version', '=', version)
          .where(({ or, eb }) => or([eb('environment', '=', environment), eb('environment', '=', sql.lit(''))]))
          .where('dueAtMs', 'is not', null),
      );
      const rows = added.map(({ projectId, version, environment, startedAtMs }) => ({
        projectId,
        version,
        environment,
        startedAtMs,
        dueAtMs: startedAtMs + looks[0].windowMs,
        measuredAtMs: null,
        health: null,
      }));
      await engine.runMany(db, rows, (row) => db.insertInto('release_summary').values(row));
    },
    async postponeReleaseSummary(id, dueAtMs) {
      await db.updateTable('release_summary').set({ dueAtMs }).where('id', '=', id).execute();
    },
    async setReleaseSummary(id, { health, ...measured }) {
      const change = { ...measured, health: JSON.stringify(health) };
      await db.updateTable('release_summary').set(change).where('id', '=', id).execute();
    },
  };
}
