import { type Kysely } from 'kysely';
import type { StateEngine } from '../engine.ts';

/** Browsers that get notifications. `session_hash` refers to no row: a session that ends leaves what was sent in its time. */
export async function up(db: Kysely<unknown>, engine: StateEngine): Promise<void> {
  await db.schema
    .createTable('browser')
    .addColumn('id', engine.identity === 'autoincrement' ? 'integer' : 'bigint', (column) =>
      engine.identity === 'autoincrement'
        ? column.primaryKey().autoIncrement()
        : column.primaryKey().generatedAlwaysAsIdentity(),
    )
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('account_user.id'))
    .addColumn('session_hash', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('endpoint_hash', 'text', (column) => column.notNull())
    .addColumn('subscription', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('deleted_at_ms', 'bigint')
    .execute();
  await db.schema.createIndex('browser_by_user_id').on('browser').columns(['user_id']).execute();
  await db.schema.createIndex('browser_by_endpoint_hash').on('browser').columns(['endpoint_hash']).execute();
  await db.schema
    .alterTable('delivery')
    .addColumn('browser_id', 'bigint', (column) => column.references('browser.id'))
    .execute();
  await db.schema.createIndex('delivery_by_browser_id').on('delivery').columns(['browser_id', 'due_at_ms']).execute();
}
