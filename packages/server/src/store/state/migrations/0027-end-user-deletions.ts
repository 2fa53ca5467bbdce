import type { Kysely } from 'kysely';
import type { StateEngine } from '../engine.ts';

/** Requested deletions of the data of one end user, one row for each project. */
export async function up(db: Kysely<unknown>, engine: StateEngine): Promise<void> {
  await db.schema
    .createTable('end_user_deletion')
    .addColumn('id', engine.identity === 'autoincrement' ? 'integer' : 'bigint', (column) =>
      engine.identity === 'autoincrement'
        ? column.primaryKey().autoIncrement()
        : column.primaryKey().generatedAlwaysAsIdentity(),
    )
    .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id'))
    .addColumn('user_id', 'bigint', (column) => column.references('account_user.id'))
    .addColumn('requested_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('ended_at_ms', 'bigint')
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('end_user_deletion_of_project')
    .on('end_user_deletion')
    .columns(['project_id', 'id'])
    .execute();
}
