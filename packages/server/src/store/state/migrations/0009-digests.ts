import type { Kysely } from 'kysely';

/** Which error a digest stands for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('digest_error')
    .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id'))
    .addColumn('digest_hash', 'text', (column) => column.notNull())
    .addColumn('error_hash', 'text', (column) => column.notNull())
    .addColumn('waits', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('digest_error_key', ['project_id', 'digest_hash'])
    .execute();
}
