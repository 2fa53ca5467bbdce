import type { Kysely } from 'kysely';
import type { StateEngine } from '../engine.ts';

/** Events that an upload came too late for. */
export async function up(db: Kysely<unknown>, engine: StateEngine): Promise<void> {
  await db.schema
    .createTable('repair')
    .addColumn('id', engine.identity === 'autoincrement' ? 'integer' : 'bigint', (column) =>
      engine.identity === 'autoincrement'
        ? column.primaryKey().autoIncrement()
        : column.primaryKey().generatedAlwaysAsIdentity(),
    )
    .addColumn('bundle_id', 'bigint', (column) => column.notNull())
    .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id'))
    .addColumn('release', 'text', (column) => column.notNull())
    .addColumn('dist', 'text', (column) => column.notNull())
    .addColumn('round', 'integer', (column) => column.notNull())
    .addColumn('asked_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('total', 'bigint')
    .addColumn('done', 'bigint', (column) => column.notNull())
    .addColumn('mended', 'bigint', (column) => column.notNull())
    .addColumn('before_at_ms', 'bigint')
    .addColumn('before_event_id', 'text')
    .addColumn('ended_at_ms', 'bigint')
    .addUniqueConstraint('repair_of_upload', ['project_id', 'bundle_id', 'release', 'dist'])
    .execute();
}
