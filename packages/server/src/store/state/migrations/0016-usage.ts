import type { Kysely } from 'kysely';

/** Bytes that were accepted for a project on each day, by client key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('project_usage')
    .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id'))
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('key_id', 'bigint', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('project_usage_key', ['project_id', 'day', 'key_id'])
    .execute();
}
