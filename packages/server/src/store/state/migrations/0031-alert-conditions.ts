import { sql, type Kysely } from 'kysely';

/** Rules with numbers, and alerts about metrics, which have no issue. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['condition', 'evaluated']) {
    await db.schema.alterTable('alert_rule').addColumn(name, 'text').execute();
  }
  await db.schema
    .alterTable('delivery')
    .addColumn('is_about_metrics', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('alert').addColumn('measured', 'text').execute();
  // SQLite cannot make a column nullable. With an index on it, a column cannot be dropped either.
  await db.schema.dropIndex('alert_by_issue_id').execute();
  await db.schema
    .alterTable('alert')
    .addColumn('about_issue_id', 'bigint', (column) => column.references('issue.id'))
    .execute();
  await sql`update alert set about_issue_id = issue_id`.execute(db);
  await db.schema.alterTable('alert').dropColumn('issue_id').execute();
  await db.schema.alterTable('alert').renameColumn('about_issue_id', 'issue_id').execute();
  await db.schema.createIndex('alert_by_issue_id').on('alert').columns(['issue_id', 'decided_at_ms']).execute();
}
