import type { Kysely } from 'kysely';

/** Searches of every list can be saved, not only of issues. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [column, value] of [
    ['list', 'issues'],
    ['status', ''],
  ] as const) {
    await db.schema
      .alterTable('saved_search')
      .addColumn(column, 'text', (definition) => definition.notNull().defaultTo(value))
      .execute();
  }
}
