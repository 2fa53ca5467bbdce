import { type Kysely } from 'kysely';
import type { StateEngine } from '../engine.ts';

/** Releases are measured after their start. */
export async function up(db: Kysely<unknown>, engine: StateEngine): Promise<void> {
  await db.schema
    .createTable('release_summary')
    .addColumn('id', engine.identity === 'autoincrement' ? 'integer' : 'bigint', (column) =>
      engine.identity === 'autoincrement'
        ? column.primaryKey().autoIncrement()
        : column.primaryKey().generatedAlwaysAsIdentity(),
    )
    .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id'))
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('started_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('due_at_ms', 'bigint')
    .addColumn('measured_at_ms', 'bigint')
    .addColumn('health', 'text')
    .execute();
  await db.schema
    .createIndex('release_summary_by_project_id')
    .on('release_summary')
    .columns(['project_id', 'version'])
    .execute();
  await db.schema.createIndex('release_summary_by_due_at_ms').on('release_summary').columns(['due_at_ms']).execute();
  await db.schema.createIndex('release_by_first_seen_at_ms').on('release').columns(['first_seen_at_ms']).execute();
  await db.schema.createIndex('deploy_by_finished_at_ms').on('deploy').columns(['finished_at_ms']).execute();
  await db.schema
    .alterTable('alert')
    .addColumn('release_summary_id', 'bigint', (column) => column.references('release_summary.id'))
    .execute();
}
