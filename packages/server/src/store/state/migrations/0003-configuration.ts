import type { Kysely } from 'kysely';
import type { StateEngine } from '../engine.ts';

/** Project configuration with its history, and examples of what its filters took. */
export async function up(db: Kysely<unknown>, engine: StateEngine): Promise<void> {
  await db.schema
    .createTable('configuration')
    .addColumn('id', engine.identity === 'autoincrement' ? 'integer' : 'bigint', (column) =>
      engine.identity === 'autoincrement'
        ? column.primaryKey().autoIncrement()
        : column.primaryKey().generatedAlwaysAsIdentity(),
    )
    .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('person_id', 'bigint', (column) => column.references('person.id'))
    .addColumn('document', 'text', (column) => column.notNull())
    .addUniqueConstraint('configuration_version', ['project_id', 'name', 'version'])
    .execute();
  await db.schema.createIndex('configuration_of_project').on('configuration').columns(['project_id', 'id']).execute();
  await db.schema
    .createTable('filtered_example')
    .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id'))
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('filtered_example_key', ['project_id', 'reason', 'title'])
    .execute();
}
