import type { Kysely } from 'kysely';

/** A saved search may have more settings than its order, such as its columns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('saved_search')
    .addColumn('settings', 'text', (definition) => definition.notNull().defaultTo(''))
    .execute();
}
