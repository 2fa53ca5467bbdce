import type { Kysely } from 'kysely';
import type { StateEngine } from '../engine.ts';

/** The index of what the events of an issue say, and searches that people keep. */
export async function up(db: Kysely<unknown>, engine: StateEngine): Promise<void> {
  await db.schema
    .createTable('issue_text')
    .addColumn('id', engine.identity === 'autoincrement' ? 'integer' : 'bigint', (column) =>
      engine.identity === 'autoincrement'
        ? column.primaryKey().autoIncrement()
        : column.primaryKey().generatedAlwaysAsIdentity(),
    )
    .addColumn('issue_id', 'bigint', (column) => column.notNull().references('issue.id'))
    .execute();
  await db.schema.createIndex('issue_text_of_issue').on('issue_text').column('issue_id').execute();
  await db.schema
    .createTable('issue_texts')
    .addColumn('issue_id', 'bigint', (column) => column.notNull().primaryKey().references('issue.id'))
    .addColumn('hashes', 'text', (column) => column.notNull())
    .addColumn('telling_chars', 'bigint', (column) => column.notNull())
    .addColumn('other_chars', 'bigint', (column) => column.notNull())
    .execute();
  await engine.texts.create(db);
  await db.schema
    .createTable('saved_search')
    .addColumn('id', engine.identity === 'autoincrement' ? 'integer' : 'bigint', (column) =>
      engine.identity === 'autoincrement'
        ? column.primaryKey().autoIncrement()
        : column.primaryKey().generatedAlwaysAsIdentity(),
    )
    .addColumn('organization_id', 'bigint', (column) => column.notNull().references('organization.id'))
    .addColumn('person_id', 'bigint', (column) => column.references('person.id'))
    .addColumn('shared', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('query', 'text', (column) => column.notNull())
    .addColumn('sort', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('saved_search_of_organization').on('saved_search').column('organization_id').execute();
}
