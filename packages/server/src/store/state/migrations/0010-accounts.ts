import type { Kysely } from 'kysely';
import type { StateEngine } from '../engine.ts';

/** Invitations, what is known of a session, second factors, passkeys, other servers that sign people in, and who did what. */
export async function up(db: Kysely<unknown>, engine: StateEngine): Promise<void> {
  const numbered = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('id', engine.identity === 'autoincrement' ? 'integer' : 'bigint', (column) =>
        engine.identity === 'autoincrement'
          ? column.primaryKey().autoIncrement()
          : column.primaryKey().generatedAlwaysAsIdentity(),
      );

  await db.schema
    .alterTable('session')
    .addColumn('user_agent', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema.alterTable('session').addColumn('address', 'text').execute();
  await db.schema
    .alterTable('session')
    .addColumn('last_seen_at_ms', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('session_of_person').on('session').column('person_id').execute();
  await numbered('invitation')
    .addColumn('organization_id', 'bigint', (column) => column.notNull().references('organization.id'))
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_key', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('invited_by', 'bigint', (column) => column.notNull().references('person.id'))
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('invitation_of_address', ['organization_id', 'email_key'])
    .execute();
  await db.schema
    .createTable('authenticator')
    .addColumn('person_id', 'bigint', (column) => column.notNull().primaryKey().references('person.id'))
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('enabled_at_ms', 'bigint')
    .addColumn('last_step', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('recovery_code')
    .addColumn('person_id', 'bigint', (column) => column.notNull().references('person.id'))
    .addColumn('hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('recovery_code_key', ['person_id', 'hash'])
    .execute();
  await db.schema
    .createTable('passkey')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('person_id', 'bigint', (column) => column.notNull().references('person.id'))
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('transports', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at_ms', 'bigint')
    .execute();
  await db.schema.createIndex('passkey_of_person').on('passkey').column('person_id').execute();
  await db.schema
    .createTable('ceremony')
    .addColumn('hash', 'text', (column) => column.notNull().primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('person_id', 'bigint', (column) => column.references('person.id'))
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('identity_provider')
    .addColumn('organization_id', 'bigint', (column) => column.notNull().primaryKey().references('organization.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('client_secret', 'text', (column) => column.notNull())
    .addColumn('domains', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('identity')
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('person_id', 'bigint', (column) => column.notNull().references('person.id'))
    .addPrimaryKeyConstraint('identity_key', ['issuer', 'subject'])
    .execute();
  await numbered('audit_entry')
    .addColumn('organization_id', 'bigint', (column) => column.notNull().references('organization.id'))
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('person_id', 'bigint', (column) => column.references('person.id'))
    .addColumn('by_token', 'integer', (column) => column.notNull())
    .addColumn('deed', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('audit_entry_of_organization')
    .on('audit_entry')
    .columns(['organization_id', 'id'])
    .execute();
}
