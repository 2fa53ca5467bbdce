import { limits } from '@seismo/protocol';
import { sql } from 'kysely';
import type { StateEngine } from '../engine.ts';
import { storableText } from '../storable-text.ts';
import type { Db } from '../schema.ts';
import type { ConfigurationReads, ConfigurationWrites } from './contract.ts';

const configurationColumns = ['projectId', 'name', 'version', 'atMs', 'userId', 'document'] as const;

export function configurationReads(db: Db, engine: StateEngine): ConfigurationReads {
  return {
    async configurationStamps(projectIds) {
      const stamps = await db
        .selectFrom('configuration')
        .select((on) => ['projectId', on.fn.max('id').as('stamp')])
        .where('projectId', 'in', engine.list(projectIds, 'bigint'))
        .groupBy('projectId')
        .execute();
      return new Map(stamps.map(({ projectId, stamp }) => [projectId, stamp]));
    },
    configurations(projectIds) {
      const newest = db
        .selectFrom('configuration as newer')
        .select((on) => on.fn.max('newer.id').as('id'))
        .where('newer.projectId', 'in', engine.list(projectIds, 'bigint'))
        .groupBy(['newer.projectId', 'newer.name']);
      return db
        .selectFrom('configuration')
        .select(configurationColumns)
        .where('id', 'in', newest)
        .orderBy('projectId')
        .orderBy('name')
        .execute();
    },
    configurationHistory(projectId, name, count) {
      return db
        .selectFrom('configuration')
        .select(configurationColumns)
        .where('projectId', '=', projectId)
        .where('name', '=', name)
        .orderBy('version', 'desc')
        .limit(count)
        .execute();
    },
    filteredExamples(projectId) {
      return db
        .selectFrom('filtered_example')
        .selectAll()
        .where('projectId', '=', projectId)
        .orderBy('reason')
        .orderBy('atMs', 'desc')
        .orderBy('title')
        .execute();
    },
  };
}

export function configurationWrites(db: Db, engine: StateEngine): ConfigurationWrites {
  return {
    async writeConfiguration({ document, ...draft }) {
      const { projectId, name } = draft;
      const before = await db
        .selectFrom('configuration')
        .select((on) => on.fn.max('version').as('version'))
        .where('projectId', '=', projectId)
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
      const version = (before.version ?? 0) + 1;
      const row = { ...draft, version, document: storableText(JSON.stringify(document)) };
      await db.insertInto('configuration').values(row).execute();
      await db
        .deleteFrom('configuration')
        .where('projectId', '=', projectId)
        .where('name', '=', name)
        .where('version', '<=', version - limits.CONFIGURATION_VERSION_COUNT_MAX)
        .execute();
      return version;
    },
    async saveFilteredExamples(examples) {
      const rows = examples.map(({ title, ...example }) => ({ ...example, title: storableText(title) }));
      await engine.runMany(db, rows, (row) =>
        db
          .insertInto('filtered_example')
          .values(row)
          .onConflict((conflict) =>
            conflict.columns(['projectId', 'reason', 'title']).doUpdateSet({
              atMs: sql`case when excluded.at_ms > filtered_example.at_ms then excluded.at_ms else filtered_example.at_ms end`,
            }),
          ),
      );
      for (const [projectId, reason] of new Map(
        rows.map((row) => [`${row.projectId} ${row.reason}`, [row.projectId, row.reason] as const]),
      ).values()) {
        const kept = db
          .selectFrom('filtered_example as kept')
          .select('kept.title')
          .where('kept.projectId', '=', projectId)
          .where('kept.reason', '=', reason)
          .orderBy('kept.atMs', 'desc')
          .orderBy('kept.title')
          .limit(limits.FILTERED_EXAMPLE_COUNT_MAX);
        await db
          .deleteFrom('filtered_example')
          .where('projectId', '=', projectId)
          .where('reason', '=', reason)
          .where('title', 'not in', kept)
          .execute();
      }
    },
  };
}
