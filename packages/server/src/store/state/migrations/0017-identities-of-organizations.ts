import { sql, type Kysely } from 'kysely';

/**
 * An identity belongs to the organization whose provider vouched for it, and a provider has domains that its organization
 * proved. Identities of people who left the organization, or whose provider was deleted, are connected anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('identity_provider')
    .addColumn('verified_domains', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
  await db.schema
    .alterTable('ceremony')
    .addColumn('organization_id', 'bigint', (column) => column.references('organization.id'))
    .execute();
  await db.schema.alterTable('identity').renameTo('identity_before').execute();
  await db.schema
    .createTable('identity')
    .addColumn('organization_id', 'bigint', (column) => column.notNull().references('organization.id'))
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('person_id', 'bigint', (column) => column.notNull().references('person.id'))
    .addPrimaryKeyConstraint('identity_of_organization_key', ['organization_id', 'issuer', 'subject'])
    .execute();
  await db.schema.createIndex('identity_of_person').on('identity').column('person_id').execute();
  await sql`
    insert into identity (organization_id, issuer, subject, person_id)
    select membership.organization_id, identity_before.issuer, subject, identity_before.person_id
    from identity_before
    join identity_provider on identity_provider.issuer = identity_before.issuer
    join membership on membership.person_id = identity_before.person_id
      and membership.organization_id = identity_provider.organization_id`.execute(db);
  await db.schema.dropTable('identity_before').execute();
}
