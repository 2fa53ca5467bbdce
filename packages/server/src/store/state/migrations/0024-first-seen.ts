import { sql, type Kysely } from 'kysely';

/** Where issues were seen, and spikes that have not ended: what the outbox needs to publish each start once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('issue_first_seen')
    .addColumn('issue_id', 'bigint', (column) => column.notNull().references('issue.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('issue_first_seen_key', ['issue_id', 'kind', 'value'])
    .execute();
  for (const table of ['issue', 'environment', 'release']) {
    await db.schema
      .alterTable(table)
      .addColumn('untracked', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`update ${sql.table(table)} set untracked = 1`.execute(db);
  }
  await db.schema
    .createTable('open_spike')
    .addColumn('project_id', 'bigint', (column) => column.primaryKey().references('project.id'))
    .addColumn('started_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('limited_at_ms', 'bigint', (column) => column.notNull())
    .execute();
}
