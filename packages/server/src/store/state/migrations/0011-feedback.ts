import type { Kysely } from 'kysely';
import type { StateEngine } from '../engine.ts';

/** What visitors say. */
export async function up(db: Kysely<unknown>, engine: StateEngine): Promise<void> {
  await db.schema
    .createTable('feedback')
    .addColumn('id', engine.identity === 'autoincrement' ? 'integer' : 'bigint', (column) =>
      engine.identity === 'autoincrement'
        ? column.primaryKey().autoIncrement()
        : column.primaryKey().generatedAlwaysAsIdentity(),
    )
    .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id'))
    .addColumn('feedback_id', 'text', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('open'))
    .addColumn('status_person_id', 'bigint', (column) => column.references('person.id'))
    .addColumn('status_at_ms', 'bigint')
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('event_id', 'text')
    .addColumn('event_hash', 'text')
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('digest_hash', 'text')
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('release', 'text', (column) => column.notNull())
    .addColumn('user_key', 'text', (column) => column.notNull())
    .addColumn('trace_id', 'text', (column) => column.notNull())
    .addColumn('replay_id', 'text', (column) => column.notNull())
    .addColumn('tags', 'text', (column) => column.notNull())
    .execute();
  const indexes = {
    feedback_once: ['project_id', 'feedback_id'],
    feedback_in_time: ['project_id', 'status', 'at_ms', 'id'],
    feedback_of_event: ['project_id', 'event_id'],
    feedback_of_hash: ['project_id', 'event_hash'],
    feedback_of_digest: ['project_id', 'digest_hash'],
  };
  for (const [name, columns] of Object.entries(indexes)) {
    const index = db.schema.createIndex(name).on('feedback').columns(columns);
    await (name === 'feedback_once' ? index.unique() : index).execute();
  }
}
