import type { Kysely } from 'kysely';

/** How somebody likes a part of the dashboard. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('preference')
    .addColumn('person_id', 'bigint', (column) => column.notNull().references('person.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('preference_key', ['person_id', 'name'])
    .execute();
}
