import { sql, type Kysely } from 'kysely';

/** A saved search may have more settings than its order, such as its columns. Spikes of spans are beside those of events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('saved_search')
    .addColumn('settings', 'text', (definition) => definition.notNull().defaultTo(''))
    .execute();
  await db.schema
    .createTable('open_spike_of_kind')
    .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('started_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('limited_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('open_spike_key', ['project_id', 'kind'])
    .execute();
  await sql`insert into open_spike_of_kind (project_id, kind, started_at_ms, limited_at_ms)
    select project_id, 'events', started_at_ms, limited_at_ms from open_spike`.execute(db);
  await db.schema.dropTable('open_spike').execute();
  await db.schema.alterTable('open_spike_of_kind').renameTo('open_spike').execute();
}
