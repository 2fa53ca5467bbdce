import type { OrganizationId } from '@seismo/protocol';
import type { Selectable } from 'kysely';
import type { StateEngine } from '../engine.ts';
import type { Db, Schema } from '../schema.ts';
import type { IdentityProvider, IdentityReads, IdentityWrites } from './contract.ts';

export function identityReads(db: Db, { secrets }: StateEngine): IdentityReads {
  const providerOf = (row: Selectable<Schema['identity_provider']>): IdentityProvider => ({
    ...row,
    clientSecret: secrets.open(row.clientSecret, providerContext(row.organizationId)),
  });
  const providers = db.selectFrom('identity_provider').selectAll();
  return {
    async identityProvider(organizationId) {
      const row = await providers.where('organizationId', '=', organizationId).executeTakeFirst();
      return row ? providerOf(row) : null;
    },
    async listIdentityProviders() {
      return (await providers.orderBy('organizationId').execute()).map(providerOf);
    },
    async identity({ organizationId, issuer, subject }) {
      const found = await db
        .selectFrom('identity')
        .select('userId')
        .where((on) => on.and({ organizationId, issuer, subject }))
        .executeTakeFirst();
      return found?.userId ?? null;
    },
    identitiesOf(userId) {
      return db
        .selectFrom('identity')
        .selectAll()
        .where('userId', '=', userId)
        .orderBy('organizationId')
        .orderBy('issuer')
        .orderBy('subject')
        .execute();
    },
  };
}

export function identityWrites(db: Db, { secrets }: StateEngine): IdentityWrites {
  return {
    async setIdentityProvider(provider) {
      const row = {
        ...provider,
        clientSecret: secrets.seal(provider.clientSecret, providerContext(provider.organizationId)),
        domains: JSON.stringify(provider.domains),
        verifiedDomains: JSON.stringify(provider.verifiedDomains),
      };
      await db
        .insertInto('identity_provider')
        .values(row)
        .onConflict((conflict) => conflict.column('organizationId').doUpdateSet(row))
        .execute();
    },
    async deleteIdentityProvider(organizationId) {
      const provider = db.deleteFrom('identity_provider').where('organizationId', '=', organizationId);
      return (await provider.executeTakeFirst()).numDeletedRows > 0n;
    },
    async addIdentity(identity) {
      await db.insertInto('identity').values(identity).execute();
    },
    async deleteIdentities(userId, organizationId) {
      const identities = db
        .deleteFrom('identity')
        .where('userId', '=', userId)
        .where('organizationId', '=', organizationId);
      return (await identities.executeTakeFirst()).numDeletedRows > 0n;
    },
  };
}

/** Binds a sealed secret to its organization. Migrations seal with the same text: it never changes. */
const providerContext = (organizationId: OrganizationId) => `identity provider ${organizationId}`;
