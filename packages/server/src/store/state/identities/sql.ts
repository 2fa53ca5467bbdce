import type { OrganizationId } from '@seismo/protocol';
import type { Kysely, Selectable } from 'kysely';
import type { StateEngine } from '../engine.ts';
import type { Schema } from '../schema.ts';
import type { IdentityProvider, IdentityReads, IdentityWrites } from './contract.ts';

export function identityReads(db: Kysely<Schema>, { secrets }: StateEngine): IdentityReads {
  const providerOf = (row: Selectable<Schema['identity_provider']>): IdentityProvider => ({
    organizationId: row.organization_id,
    name: row.name,
    issuer: row.issuer,
    clientId: row.client_id,
    clientSecret: secrets.open(row.client_secret, providerContext(row.organization_id)),
    domains: JSON.parse(row.domains) as string[],
    verifiedDomains: JSON.parse(row.verified_domains) as string[],
    role: row.role,
  });
  const providers = db.selectFrom('identity_provider').selectAll();
  return {
    async identityProvider(organizationId) {
      const row = await providers.where('organization_id', '=', organizationId).executeTakeFirst();
      return row ? providerOf(row) : null;
    },
    async listIdentityProviders() {
      return (await providers.orderBy('organization_id').execute()).map(providerOf);
    },
    async identity({ organizationId, issuer, subject }) {
      const found = await db
        .selectFrom('identity')
        .select('user_id as userId')
        .where('organization_id', '=', organizationId)
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst();
      return found?.userId ?? null;
    },
    identitiesOf(userId) {
      return db
        .selectFrom('identity')
        .select(['organization_id as organizationId', 'issuer', 'subject', 'user_id as userId'])
        .where('user_id', '=', userId)
        .orderBy('organization_id')
        .orderBy('issuer')
        .orderBy('subject')
        .execute();
    },
  };
}

export function identityWrites(db: Kysely<Schema>, { secrets }: StateEngine): IdentityWrites {
  return {
    async setIdentityProvider({
      organizationId,
      name,
      issuer,
      clientId,
      clientSecret,
      domains,
      verifiedDomains,
      role,
    }) {
      const row = {
        name,
        issuer,
        client_id: clientId,
        client_secret: secrets.seal(clientSecret, providerContext(organizationId)),
        domains: JSON.stringify(domains),
        verified_domains: JSON.stringify(verifiedDomains),
        role,
      };
      await db
        .insertInto('identity_provider')
        .values({ organization_id: organizationId, ...row })
        .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(row))
        .execute();
    },
    async deleteIdentityProvider(organizationId) {
      const provider = db.deleteFrom('identity_provider').where('organization_id', '=', organizationId);
      return (await provider.executeTakeFirst()).numDeletedRows > 0n;
    },
    async addIdentity({ organizationId, issuer, subject, userId }) {
      const row = { organization_id: organizationId, issuer, subject, user_id: userId };
      await db.insertInto('identity').values(row).execute();
    },
    async deleteIdentities(userId, organizationId) {
      const identities = db
        .deleteFrom('identity')
        .where('user_id', '=', userId)
        .where('organization_id', '=', organizationId);
      return (await identities.executeTakeFirst()).numDeletedRows > 0n;
    },
  };
}

/** Binds a sealed secret to its organization. Migrations seal with the same text: it never changes. */
const providerContext = (organizationId: OrganizationId) => `identity provider ${organizationId}`;
