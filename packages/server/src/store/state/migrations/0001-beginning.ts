import { sql, type Kysely } from 'kysely';
import type { StateEngine } from '../engine.ts';

export async function up(db: Kysely<unknown>, engine: StateEngine): Promise<void> {
  const id = engine.identity === 'autoincrement' ? 'integer' : 'bigint';
  const table = (name: string) => db.schema.createTable(name);
  const numbered = (name: string) =>
    table(name).addColumn('id', id, (column) =>
      engine.identity === 'autoincrement'
        ? column.primaryKey().autoIncrement()
        : column.primaryKey().generatedAlwaysAsIdentity(),
    );

  await numbered('organization')
    .addColumn('slug', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute();
  await numbered('person')
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_key', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute();
  await table('membership')
    .addColumn('organization_id', 'bigint', (column) => column.notNull().references('organization.id'))
    .addColumn('person_id', 'bigint', (column) => column.notNull().references('person.id'))
    .addColumn('role', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('membership_key', ['person_id', 'organization_id'])
    .execute();
  await db.schema.createIndex('membership_of_organization').on('membership').column('organization_id').execute();
  await table('session')
    .addColumn('hash', 'text', (column) => column.notNull().primaryKey())
    .addColumn('person_id', 'bigint', (column) => column.notNull().references('person.id'))
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .execute();
  await table('sign_in_link')
    .addColumn('hash', 'text', (column) => column.notNull().primaryKey())
    .addColumn('person_id', 'bigint', (column) => column.references('person.id'))
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .execute();
  await numbered('api_token')
    .addColumn('person_id', 'bigint', (column) => column.notNull().references('person.id'))
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint')
    .addColumn('last_used_at_ms', 'bigint')
    .execute();
  await db.schema.createIndex('api_token_of_person').on('api_token').column('person_id').execute();

  await numbered('project')
    .addColumn('organization_id', 'bigint', (column) => column.notNull().references('organization.id'))
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('platform', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('first_event_at_ms', 'bigint')
    .addColumn('issue_number', 'bigint', (column) => column.notNull().defaultTo(0))
    .addUniqueConstraint('project_slug', ['organization_id', 'slug'])
    .execute();
  await numbered('project_key')
    .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id'))
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('public_key', 'text', (column) => column.notNull().unique())
    .addColumn('active', 'integer', (column) => column.notNull())
    .addColumn('rate_limit_count', 'bigint')
    .addColumn('rate_limit_window_s', 'bigint')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('project_key_of_project').on('project_key').column('project_id').execute();

  await numbered('issue')
    .addColumn('organization_id', 'bigint', (column) => column.notNull().references('organization.id'))
    .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id'))
    .addColumn('short_id', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('level', 'text', (column) => column.notNull())
    .addColumn('platform', 'text', (column) => column.notNull())
    .addColumn('handled', 'integer')
    .addColumn('event_count', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('user_count', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('first_seen_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('regressed_at_ms', 'bigint')
    .addColumn('first_release', 'text', (column) => column.notNull())
    .addColumn('last_release', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('culprit', 'text', (column) => column.notNull())
    .addColumn('search_text', 'text', (column) => column.notNull())
    .addUniqueConstraint('issue_short_id', ['organization_id', 'short_id'])
    .execute();
  // One index per order of the issue list, with what most lists leave out, so that it is passed over quickly.
  // `<>` and not `>`, which SQLite would rather search by than read in order.
  for (const order of ['last_seen_at_ms', 'first_seen_at_ms', 'event_count', 'user_count']) {
    await db.schema
      .createIndex(`issue_by_${order}`)
      .on('issue')
      .columns(['project_id', order, 'id', 'status', 'level'])
      .where(sql<boolean>`event_count <> 0`)
      .execute();
  }
  await table('issue_fingerprint')
    .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id'))
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('grouping_version', 'text', (column) => column.notNull())
    .addColumn('issue_id', 'bigint', (column) => column.notNull().references('issue.id'))
    .addPrimaryKeyConstraint('issue_fingerprint_key', ['project_id', 'hash'])
    .execute();
  await db.schema.createIndex('issue_fingerprint_of_issue').on('issue_fingerprint').column('issue_id').execute();
  await table('issue_user')
    .addColumn('issue_id', 'bigint', (column) => column.notNull().references('issue.id'))
    .addColumn('user_key', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('issue_user_key', ['issue_id', 'user_key'])
    .execute();
  await numbered('activity')
    .addColumn('issue_id', 'bigint', (column) => column.notNull().references('issue.id'))
    .addColumn('person_id', 'bigint', (column) => column.references('person.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('activity_of_issue').on('activity').columns(['issue_id', 'id']).execute();

  await table('release')
    .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id'))
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('organization_id', 'bigint', (column) => column.notNull().references('organization.id'))
    .addColumn('first_seen_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('event_count', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('release_key', ['project_id', 'version'])
    .execute();
  await table('environment')
    .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('environment_key', ['project_id', 'name'])
    .execute();
  await table('setting')
    .addColumn('name', 'text', (column) => column.notNull().primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
  await table('applied')
    .addColumn('only', 'integer', (column) => column.notNull().primaryKey())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .execute();
  await sql`insert into applied ("only", sequence) values (1, 0)`.execute(db);
}
