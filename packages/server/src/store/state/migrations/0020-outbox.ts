import type { Kysely } from 'kysely';

/** What happened, for readers that follow it by id. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('outbox')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('project_ids', 'text', (column) => column.notNull())
    .addColumn('issue_id', 'bigint')
    .addColumn('data', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('outbox_head')
    .addColumn('only', 'integer', (column) => column.primaryKey())
    .addColumn('id', 'bigint', (column) => column.notNull())
    .execute();
  const untyped = db as Kysely<{ outbox_head: { only: number; id: number } }>;
  await untyped.insertInto('outbox_head').values({ only: 1, id: 0 }).execute();
  await db.schema
    .createTable('outbox_reader')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .execute();
}
