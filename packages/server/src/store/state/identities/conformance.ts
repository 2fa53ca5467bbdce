import assert from 'node:assert/strict';
import { pluck } from '../../../testing/pluck.ts';
import { seedUser } from '../users/seeds.ts';
import { seedProject } from '../projects/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';

export const identityConformance: StatePromises = {
  'stores one identity provider per organization': async (state, { organizationId }) => {
    const other = await seedProject(state, 'other');
    const provider = {
      organizationId,
      name: 'Acme',
      issuer: 'https://id.example.com',
      clientId: 'seismo',
      clientSecret: 'hidden',
      domains: ['example.com', 'example.org'],
      verifiedDomains: ['example.org'],
      role: 'member' as const,
    };
    await state.write(async (tx) => {
      await tx.setIdentityProvider({ ...provider, organizationId: other.organizationId });
      await tx.setIdentityProvider({ ...provider, name: 'Old', domains: [], verifiedDomains: [] });
      await tx.setIdentityProvider(provider);
    });
    assert.deepEqual(await state.identityProvider(organizationId), provider);
    assert.deepEqual(pluck(await state.listIdentityProviders(), 'organizationId'), [
      organizationId,
      other.organizationId,
    ]);
    assert.equal(await state.write((tx) => tx.deleteIdentityProvider(organizationId)), true);
    assert.equal(await state.write((tx) => tx.deleteIdentityProvider(organizationId)), false);
    assert.equal(await state.identityProvider(organizationId), null);
    assert.equal((await state.listIdentityProviders()).length, 1);
  },

  'finds the user of an identity in one organization': async (state, { organizationId }) => {
    const userId = await seedUser(state);
    const other = await seedProject(state, 'other');
    const identity = { organizationId, issuer: 'https://id.example.com', subject: 'ann', userId };
    const elsewhere = { ...identity, organizationId: other.organizationId };
    await state.write((tx) => tx.addIdentity(identity));
    assert.equal(await state.identity(identity), userId);
    assert.equal(await state.identity({ ...identity, subject: 'Ann' }), null);
    assert.equal(await state.identity({ ...identity, issuer: 'https://other.example.com' }), null);
    assert.equal(await state.identity(elsewhere), null);
    await assert.rejects(state.write((tx) => tx.addIdentity(identity)));
    await state.write((tx) => tx.addIdentity(elsewhere));
    assert.deepEqual(await state.identitiesOf(userId), [identity, elsewhere]);
    assert.equal(await state.write((tx) => tx.deleteIdentities(userId, organizationId)), true);
    assert.equal(await state.write((tx) => tx.deleteIdentities(userId, organizationId)), false);
    assert.deepEqual(await state.identitiesOf(userId), [elsewhere]);
  },
};
