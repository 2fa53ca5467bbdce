import { sql, type Kysely } from 'kysely';

/**
 * Users subscribe to issues and are notified of what happens to them. A delivery says what it is about: until now, tests and
 * metrics had a flag each. `activity_id` refers to no row: a comment can be deleted before the message is sent.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('issue_subscription')
    .addColumn('issue_id', 'bigint', (column) => column.notNull().references('issue.id'))
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('account_user.id'))
    .addColumn('is_subscribed', 'integer', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('issue_subscription_key', ['issue_id', 'user_id'])
    .execute();
  await db.schema
    .createTable('delivery_activity')
    .addColumn('delivery_id', 'bigint', (column) => column.notNull().references('delivery.id'))
    .addColumn('activity_id', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('delivery_activity_key', ['delivery_id', 'activity_id'])
    .execute();
  await db.schema
    .alterTable('delivery')
    .addColumn('about', 'text', (column) => column.notNull().defaultTo('issues'))
    .execute();
  for (const [about, condition] of [
    ['metrics', sql`is_about_metrics = 1`],
    ['notice', sql`notice is not null`],
    ['test', sql`is_test = 1`],
  ] as const) {
    await sql`update delivery set about = ${sql.lit(about)} where ${condition}`.execute(db);
  }
  for (const name of ['is_test', 'is_about_metrics']) {
    await db.schema.alterTable('delivery').dropColumn(name).execute();
  }
}
