import type { Kysely } from 'kysely';
import type { StateEngine } from '../engine.ts';

/**
 * Alerts can be acknowledged and escalate until they are; those about resolved issues. Rules have an owner and can be muted by
 * each user; maintenance windows silence all rules of projects.
 */
export async function up(db: Kysely<unknown>, engine: StateEngine): Promise<void> {
  for (const name of ['escalation', 'owner']) {
    await db.schema.alterTable('alert_rule').addColumn(name, 'text').execute();
  }
  await db.schema
    .alterTable('alert_rule')
    .addColumn('reports_resolved', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('alert').addColumn('acknowledged_at_ms', 'bigint').execute();
  await db.schema
    .alterTable('alert')
    .addColumn('acknowledged_by', 'bigint', (column) => column.references('account_user.id'))
    .execute();
  await db.schema
    .alterTable('alert')
    .addColumn('is_resolved', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('delivery')
    .addColumn('is_escalation', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('alert_escalation')
    .addColumn('alert_id', 'bigint', (column) => column.notNull().references('alert.id'))
    .addColumn('rule_id', 'bigint', (column) => column.notNull().references('alert_rule.id'))
    .addColumn('due_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('alert_escalation_key', ['alert_id', 'rule_id'])
    .execute();
  await db.schema.createIndex('alert_escalation_by_due_at_ms').on('alert_escalation').columns(['due_at_ms']).execute();
  await db.schema
    .createTable('alert_rule_mute')
    .addColumn('rule_id', 'bigint', (column) => column.notNull().references('alert_rule.id'))
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('account_user.id'))
    .addPrimaryKeyConstraint('alert_rule_mute_key', ['rule_id', 'user_id'])
    .execute();
  await db.schema
    .createTable('maintenance_window')
    .addColumn('id', engine.identity === 'autoincrement' ? 'integer' : 'bigint', (column) =>
      engine.identity === 'autoincrement'
        ? column.primaryKey().autoIncrement()
        : column.primaryKey().generatedAlwaysAsIdentity(),
    )
    .addColumn('organization_id', 'bigint', (column) => column.notNull().references('organization.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('project_ids', 'text', (column) => column.notNull())
    .addColumn('starts_at_ms', 'bigint')
    .addColumn('ends_at_ms', 'bigint')
    .addColumn('schedule', 'text')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('maintenance_window_by_organization_id')
    .on('maintenance_window')
    .columns(['organization_id'])
    .execute();
}
