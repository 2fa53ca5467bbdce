import { sql, type Kysely } from 'kysely';
import type { StateEngine } from '../engine.ts';

const WEEK_MS = 7 * 24 * 3_600_000;

export async function up(db: Kysely<unknown>, engine: StateEngine): Promise<void> {
  const id = engine.identity === 'autoincrement' ? 'integer' : 'bigint';
  const table = (name: string) => db.schema.createTable(name);
  const numbered = (name: string) =>
    table(name).addColumn('id', id, (column) =>
      engine.identity === 'autoincrement'
        ? column.primaryKey().autoIncrement()
        : column.primaryKey().generatedAlwaysAsIdentity(),
    );

  await numbered('team')
    .addColumn('organization_id', 'bigint', (column) => column.notNull().references('organization.id'))
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('team_slug', ['organization_id', 'slug'])
    .execute();
  await table('team_member')
    .addColumn('team_id', 'bigint', (column) => column.notNull().references('team.id'))
    .addColumn('person_id', 'bigint', (column) => column.notNull().references('person.id'))
    .addPrimaryKeyConstraint('team_member_key', ['team_id', 'person_id'])
    .execute();
  await db.schema.createIndex('team_member_of_person').on('team_member').column('person_id').execute();

  const issue = (name: string, type: 'text' | 'bigint') =>
    db.schema.alterTable('issue').addColumn(name, type).execute();
  for (const name of ['substate', 'resolution', 'archive', 'priority']) await issue(name, 'text');
  for (const name of ['status_at_ms', 'turns_at_ms', 'assignee_person_id', 'assignee_team_id']) {
    await issue(name, 'bigint');
  }
  // What was known before becomes the nearest of the new: ignored is archived for good, resolved was resolved at once.
  await sql`update issue set status = 'archived', archive = '{"until":"forever"}' where status = 'ignored'`.execute(db);
  await sql`update issue set resolution = '{"how":"now"}' where status = 'resolved'`.execute(db);
  await sql`update issue set
    substate = case when status <> 'unresolved' then null when regressed_at_ms is null then 'new' else 'regressed' end,
    status_at_ms = coalesce(regressed_at_ms, first_seen_at_ms)`.execute(db);
  await sql`update issue set turns_at_ms = status_at_ms + ${sql.lit(WEEK_MS)} where status = 'unresolved'`.execute(db);
  await db.schema
    .createIndex('issue_by_turn')
    .on('issue')
    .column('turns_at_ms')
    .where(sql<boolean>`turns_at_ms is not null`)
    .execute();

  await table('issue_hour')
    .addColumn('issue_id', 'bigint', (column) => column.notNull().references('issue.id'))
    .addColumn('hour', 'bigint', (column) => column.notNull())
    .addColumn('events', 'bigint', (column) => column.notNull())
    .addColumn('per_hour', 'bigint')
    .addColumn('per_day', 'bigint')
    .addColumn('day_before', 'bigint')
    .addPrimaryKeyConstraint('issue_hour_key', ['issue_id', 'hour'])
    .execute();
  await table('issue_seen')
    .addColumn('person_id', 'bigint', (column) => column.notNull().references('person.id'))
    .addColumn('issue_id', 'bigint', (column) => column.notNull().references('issue.id'))
    .addColumn('seen_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('issue_seen_key', ['person_id', 'issue_id'])
    .execute();
  await table('issue_bookmark')
    .addColumn('person_id', 'bigint', (column) => column.notNull().references('person.id'))
    .addColumn('issue_id', 'bigint', (column) => column.notNull().references('issue.id'))
    .addPrimaryKeyConstraint('issue_bookmark_key', ['person_id', 'issue_id'])
    .execute();

  await db.schema
    .alterTable('activity')
    .addColumn('data', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute();
  await sql`update activity set kind = 'archived', data = '{"from":"unresolved","archive":{"until":"forever"}}'
    where kind = 'ignored'`.execute(db);
  await sql`update activity set data = '{"from":"unresolved","resolution":{"how":"now"}}' where kind = 'resolved'`.execute(
    db,
  );
  await sql`update activity set data = '{"from":"resolved"}' where kind = 'unresolved'`.execute(db);
  await sql`update activity set data = '{"release":"","resolution":{"how":"now"}}' where kind = 'regressed'`.execute(
    db,
  );

  await table('undo')
    .addColumn('hash', 'text', (column) => column.notNull().primaryKey())
    .addColumn('person_id', 'bigint', (column) => column.notNull().references('person.id'))
    .addColumn('what', 'text', (column) => column.notNull())
    .addColumn('changes', 'text', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .execute();
}
