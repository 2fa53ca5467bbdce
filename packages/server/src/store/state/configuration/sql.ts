import { limits, type Json } from '@seismo/protocol';
import { sql, type Kysely, type Selectable } from 'kysely';
import type { StateEngine } from '../engine.ts';
import { storableText } from '../storable-text.ts';
import type { Schema } from '../schema.ts';
import type { Configuration, ConfigurationReads, ConfigurationWrites } from './contract.ts';

export function configurationReads(db: Kysely<Schema>, engine: StateEngine): ConfigurationReads {
  return {
    async configurationStamps(projectIds) {
      const stamps = await db
        .selectFrom('configuration')
        .select((on) => ['project_id as projectId', on.fn.max('id').as('stamp')])
        .where('project_id', 'in', engine.list(projectIds, 'bigint') as never)
        .groupBy('project_id')
        .execute();
      return new Map(stamps.map(({ projectId, stamp }) => [projectId, Number(stamp)]));
    },
    async configurations(projectIds) {
      const newest = db
        .selectFrom('configuration as newer')
        .select((on) => on.fn.max('newer.id').as('id'))
        .where('newer.project_id', 'in', engine.list(projectIds, 'bigint') as never)
        .groupBy(['newer.project_id', 'newer.name']);
      const rows = db
        .selectFrom('configuration')
        .selectAll()
        .where('id', 'in', newest)
        .orderBy('project_id')
        .orderBy('name');
      return (await rows.execute()).map(configurationOf);
    },
    async configurationHistory(projectId, name, count) {
      const rows = db
        .selectFrom('configuration')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('name', '=', name)
        .orderBy('version', 'desc')
        .limit(count);
      return (await rows.execute()).map(configurationOf);
    },
    filteredExamples(projectId) {
      return db
        .selectFrom('filtered_example')
        .select(['project_id as projectId', 'reason', 'title', 'at_ms as atMs'])
        .where('project_id', '=', projectId)
        .orderBy('reason')
        .orderBy('at_ms', 'desc')
        .orderBy('title')
        .execute();
    },
  };
}

export function configurationWrites(db: Kysely<Schema>, engine: StateEngine): ConfigurationWrites {
  return {
    async writeConfiguration({ projectId, name, atMs, userId, document }) {
      const before = await db
        .selectFrom('configuration')
        .select((on) => on.fn.max('version').as('version'))
        .where('project_id', '=', projectId)
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
      const version = Number(before.version ?? 0) + 1;
      const row = { project_id: projectId, name, version, at_ms: atMs, user_id: userId };
      await db
        .insertInto('configuration')
        .values({ ...row, document: storableText(JSON.stringify(document)) })
        .execute();
      await db
        .deleteFrom('configuration')
        .where('project_id', '=', projectId)
        .where('name', '=', name)
        .where('version', '<=', version - limits.CONFIGURATION_VERSION_COUNT_MAX)
        .execute();
      return version;
    },
    async noteFiltered(examples) {
      const rows = examples.map(({ projectId, reason, title, atMs }) => ({
        project_id: projectId,
        reason,
        title: storableText(title),
        at_ms: atMs,
      }));
      await engine.runMany(db, rows, (row) =>
        db
          .insertInto('filtered_example')
          .values(row)
          .onConflict((conflict) =>
            conflict.columns(['project_id', 'reason', 'title']).doUpdateSet({
              at_ms: sql`case when excluded.at_ms > filtered_example.at_ms then excluded.at_ms else filtered_example.at_ms end`,
            }),
          ),
      );
      for (const [projectId, reason] of new Map(
        rows.map((row) => [`${row.project_id} ${row.reason}`, [row.project_id, row.reason] as const]),
      ).values()) {
        const kept = db
          .selectFrom('filtered_example as kept')
          .select('kept.title')
          .where('kept.project_id', '=', projectId)
          .where('kept.reason', '=', reason)
          .orderBy('kept.at_ms', 'desc')
          .orderBy('kept.title')
          .limit(limits.FILTERED_EXAMPLE_COUNT_MAX);
        await db
          .deleteFrom('filtered_example')
          .where('project_id', '=', projectId)
          .where('reason', '=', reason)
          .where('title', 'not in', kept)
          .execute();
      }
    },
  };
}

function configurationOf(row: Selectable<Schema['configuration']>): Configuration {
  const { project_id: projectId, name, version, at_ms: atMs, user_id: userId } = row;
  return { projectId, name, version, atMs, userId, document: JSON.parse(row.document) as Json };
}
