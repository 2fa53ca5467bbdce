import assert from 'node:assert/strict';
import { seedUser } from '../people/seeds.ts';
import { seedProject } from '../projects/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';

export const identityConformance: StatePromises = {
  'keeps one identity provider per organization': async (open) => {
    const state = await open();
    const { organizationId } = await seedProject(state);
    const other = await seedProject(state, 'other');
    const provider = {
      organizationId,
      name: 'Acme',
      issuer: 'https://id.example.com',
      clientId: 'seismo',
      clientSecret: 'hidden',
      domains: ['example.com'],
      role: 'member' as const,
    };
    await state.write(async (tx) => {
      await tx.setIdentityProvider({ ...provider, organizationId: other.organizationId });
      await tx.setIdentityProvider({ ...provider, name: 'Old', domains: [] });
      await tx.setIdentityProvider(provider);
    });
    assert.deepEqual(await state.identityProvider(organizationId), provider);
    assert.deepEqual(
      (await state.listIdentityProviders()).map((each) => each.organizationId),
      [organizationId, other.organizationId],
    );
    assert.equal(await state.write((tx) => tx.deleteIdentityProvider(organizationId)), true);
    assert.equal(await state.write((tx) => tx.deleteIdentityProvider(organizationId)), false);
    assert.equal(await state.identityProvider(organizationId), null);
    assert.equal((await state.listIdentityProviders()).length, 1);
  },

  'knows whose an identity is': async (open) => {
    const state = await open();
    const userId = await seedUser(state);
    const identity = { issuer: 'https://id.example.com', subject: 'ann', userId };
    await state.write((tx) => tx.addIdentity(identity));
    assert.equal(await state.identity(identity.issuer, 'ann'), userId);
    assert.equal(await state.identity(identity.issuer, 'Ann'), null);
    assert.equal(await state.identity('https://other.example.com', 'ann'), null);
    await assert.rejects(state.write((tx) => tx.addIdentity(identity)));
  },
};
