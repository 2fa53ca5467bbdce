import { sql, type Kysely } from 'kysely';

/** How a session began, and the one organization that a session or a token is confined to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('session')
    .addColumn('method', 'text', (column) => column.notNull().defaultTo('unknown'))
    .execute();
  for (const table of ['session', 'api_token']) {
    await db.schema
      .alterTable(table)
      .addColumn('organization_id', 'bigint', (column) => column.references('organization.id'))
      .execute();
  }
  // How these began was not recorded. A session of somebody with a linked identity may have begun at the provider.
  await sql`delete from session where person_id in (select person_id from identity)`.execute(db);
}
