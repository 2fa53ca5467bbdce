import type { Kysely } from 'kysely';
import type { StateEngine } from '../engine.ts';

/** Links by which people without an account read an issue, and whether an organization allows them. */
export async function up(db: Kysely<unknown>, engine: StateEngine): Promise<void> {
  await db.schema
    .alterTable('organization')
    .addColumn('shares_issues', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema
    .createTable('issue_share')
    .addColumn('id', engine.identity === 'autoincrement' ? 'integer' : 'bigint', (column) =>
      engine.identity === 'autoincrement'
        ? column.primaryKey().autoIncrement()
        : column.primaryKey().generatedAlwaysAsIdentity(),
    )
    .addColumn('issue_id', 'bigint', (column) => column.notNull().references('issue.id'))
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('person_id', 'bigint', (column) => column.references('person.id'))
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('last_opened_at_ms', 'bigint')
    .execute();
  await db.schema.createIndex('issue_share_of_issue').on('issue_share').column('issue_id').execute();
}
