import type { Kysely } from 'kysely';
import type { StateEngine } from '../engine.ts';

/**
 * Channels beside email, and rules that users make: where and when they send. Rules that exist keep sending to the team.
 * One-time links have a purpose: those that exist sign in.
 */
export async function up(db: Kysely<unknown>, engine: StateEngine): Promise<void> {
  await db.schema
    .createTable('channel')
    .addColumn('id', engine.identity === 'autoincrement' ? 'integer' : 'bigint', (column) =>
      engine.identity === 'autoincrement'
        ? column.primaryKey().autoIncrement()
        : column.primaryKey().generatedAlwaysAsIdentity(),
    )
    .addColumn('organization_id', 'bigint', (column) => column.notNull().references('organization.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('all_rules', 'integer', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('reported_at_ms', 'bigint')
    .addColumn('deleted_at_ms', 'bigint')
    .execute();
  await db.schema.createIndex('channel_by_organization_id').on('channel').columns(['organization_id']).execute();
  await db.schema
    .createTable('alert_rule_channel')
    .addColumn('rule_id', 'bigint', (column) => column.notNull().references('alert_rule.id'))
    .addColumn('channel_id', 'bigint', (column) => column.notNull().references('channel.id'))
    .addPrimaryKeyConstraint('alert_rule_channel_key', ['rule_id', 'channel_id'])
    .execute();
  await db.schema
    .createIndex('alert_rule_channel_by_channel_id')
    .on('alert_rule_channel')
    .columns(['channel_id'])
    .execute();
  await db.schema
    .alterTable('alert_rule')
    .addColumn('to_team', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  for (const [name, type, value] of [
    ['environments', 'text', '[]'],
    ['repeat_ms', 'bigint', 30 * 60_000],
  ] as const) {
    await db.schema
      .alterTable('alert_rule')
      .addColumn(name, type, (column) => column.notNull().defaultTo(value))
      .execute();
  }
  for (const [name, type] of [
    ['schedule', 'text'],
    ['snoozed_until_ms', 'bigint'],
    ['deleted_at_ms', 'bigint'],
  ] as const) {
    await db.schema.alterTable('alert_rule').addColumn(name, type).execute();
  }
  await db.schema
    .alterTable('delivery')
    .addColumn('channel_id', 'bigint', (column) => column.references('channel.id'))
    .execute();
  await db.schema.alterTable('delivery').addColumn('notice', 'text').execute();
  await db.schema
    .alterTable('sign_in_link')
    .addColumn('purpose', 'text', (column) => column.notNull().defaultTo('sign-in'))
    .execute();
  await db.schema.createIndex('delivery_by_channel_id').on('delivery').columns(['channel_id', 'due_at_ms']).execute();
}
