import type { Kysely } from 'kysely';

/** Merged and split issues, and how each deed can be taken back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('issue_redirect')
    .addColumn('issue_id', 'bigint', (column) => column.notNull().primaryKey().references('issue.id'))
    .addColumn('into_id', 'bigint', (column) => column.notNull().references('issue.id'))
    .execute();
  await db.schema
    .createTable('regroup')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id'))
    .addColumn('person_id', 'bigint', (column) => column.references('person.id'))
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('deed', 'text', (column) => column.notNull())
    .addColumn('issue_id', 'bigint', (column) => column.notNull().references('issue.id'))
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('undone_at_ms', 'bigint')
    .execute();
}
