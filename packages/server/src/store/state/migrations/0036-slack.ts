import { type Kysely } from 'kysely';
import type { StateEngine } from '../engine.ts';

/** Threads that channels have begun, and users of Slack who act as users of Seismo. */
export async function up(db: Kysely<unknown>, engine: StateEngine): Promise<void> {
  await db.schema
    .createTable('channel_thread')
    .addColumn('channel_id', 'bigint', (column) => column.notNull().references('channel.id'))
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('message_id', 'text', (column) => column.notNull())
    .addColumn('used_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('channel_thread_key', ['channel_id', 'subject'])
    .execute();
  await db.schema.createIndex('channel_thread_by_used_at_ms').on('channel_thread').columns(['used_at_ms']).execute();
  await db.schema
    .createTable('slack_user')
    .addColumn('id', engine.identity === 'autoincrement' ? 'integer' : 'bigint', (column) =>
      engine.identity === 'autoincrement'
        ? column.primaryKey().autoIncrement()
        : column.primaryKey().generatedAlwaysAsIdentity(),
    )
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('account_user.id'))
    .addColumn('organization_id', 'bigint', (column) => column.notNull().references('organization.id'))
    .addColumn('workspace_id', 'text', (column) => column.notNull())
    .addColumn('slack_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('workspace', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('slack_user_by_slack_id')
    .on('slack_user')
    .columns(['organization_id', 'workspace_id', 'slack_id'])
    .unique()
    .execute();
  await db.schema.createIndex('slack_user_by_user_id').on('slack_user').columns(['user_id']).execute();
}
