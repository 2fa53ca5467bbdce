import { sql, type Kysely } from 'kysely';
import type { StateEngine } from '../engine.ts';

/** Alert rules, what they fired, and the queue of the messages about it. */
export async function up(db: Kysely<unknown>, engine: StateEngine): Promise<void> {
  const numbered = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('id', engine.identity === 'autoincrement' ? 'integer' : 'bigint', (column) =>
        engine.identity === 'autoincrement'
          ? column.primaryKey().autoIncrement()
          : column.primaryKey().generatedAlwaysAsIdentity(),
      );
  await numbered('alert_rule')
    .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('trigger_kind', 'text', (column) => column.notNull())
    .addColumn('query', 'text', (column) => column.notNull())
    .addColumn('enabled', 'integer', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute();
  await numbered('alert')
    .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id'))
    .addColumn('issue_id', 'bigint', (column) => column.notNull().references('issue.id'))
    .addColumn('happened_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('decided_at_ms', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('alert_match')
    .addColumn('alert_id', 'bigint', (column) => column.notNull().references('alert.id'))
    .addColumn('rule_id', 'bigint', (column) => column.notNull().references('alert_rule.id'))
    .addColumn('suppressed', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('alert_match_key', ['alert_id', 'rule_id'])
    .execute();
  await numbered('delivery')
    .addColumn('organization_id', 'bigint', (column) => column.notNull().references('organization.id'))
    .addColumn('user_id', 'bigint', (column) => column.references('account_user.id'))
    .addColumn('is_test', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('queued_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('due_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('ended_at_ms', 'bigint')
    .execute();
  await db.schema
    .createTable('delivery_alert')
    .addColumn('delivery_id', 'bigint', (column) => column.notNull().references('delivery.id'))
    .addColumn('alert_id', 'bigint', (column) => column.notNull().references('alert.id'))
    .addPrimaryKeyConstraint('delivery_alert_key', ['delivery_id', 'alert_id'])
    .execute();
  await db.schema
    .createTable('delivery_attempt')
    .addColumn('delivery_id', 'bigint', (column) => column.notNull().references('delivery.id'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('started_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('ended_at_ms', 'bigint')
    .addColumn('answer', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('delivery_attempt_key', ['delivery_id', 'number'])
    .execute();
  for (const [table, columns] of [
    ['alert_rule', ['project_id']],
    ['alert', ['project_id', 'id']],
    ['alert', ['issue_id', 'decided_at_ms']],
    ['alert_match', ['rule_id']],
    ['delivery', ['status', 'due_at_ms']],
    ['delivery', ['user_id', 'due_at_ms']],
    ['delivery_alert', ['alert_id']],
  ] as const) {
    await db.schema
      .createIndex(`${table}_by_${columns[0]}`)
      .on(table)
      .columns([...columns])
      .execute();
  }
  for (const [name, trigger, query] of [
    ['First issue', 'first-issue', ''],
    ['New high-priority issue', 'new-issue', 'issue.priority:high'],
    ['Regression', 'regression', ''],
    ['Escalation', 'escalation', ''],
  ]) {
    await sql`insert into alert_rule (project_id, name, trigger_kind, query, enabled, created_at_ms)
      select id, ${name}, ${trigger}, ${query}, 1, created_at_ms from project order by id`.execute(db);
  }
}
