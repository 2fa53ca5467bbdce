import assert from 'node:assert/strict';
import type { OrganizationId } from '@seismo/protocol';
import type { StatePromises } from '../state.conformance.ts';

export const savedSearchConformance: StatePromises = {
  'returns saved searches to their users, and changes and deletes them': async (state, { organizationId }) => {
    const person = (email: string) =>
      state.write((tx) => tx.createUser({ email, name: '', passwordHash: null, createdAtMs: 1 }));
    const [ann, bob] = [await person('ann@example.com'), await person('bob@example.com')];
    const search = {
      organizationId,
      userId: ann,
      shared: false,
      name: 'mine',
      query: 'is:new',
      sort: 'trends',
      createdAtMs: 5,
    };
    const mine = await state.write((tx) => tx.createSavedSearch(search));
    const ours = await state.write((tx) => tx.createSavedSearch({ ...search, name: 'ours', shared: true }));
    assert.deepEqual(await state.listSavedSearches([organizationId], ann), [
      { id: mine, ...search },
      { id: ours, ...search, name: 'ours', shared: true },
    ]);
    const names = async (userId: typeof ann | null, organization = organizationId) =>
      (await state.listSavedSearches([organization], userId)).map(({ name }) => name);
    assert.deepEqual(await names(bob), ['ours']);
    assert.deepEqual(await names(null), ['ours']);
    assert.deepEqual(await names(ann, 99 as OrganizationId), []);
    await state.write((tx) => tx.updateSavedSearch(mine, { name: 'now ours', query: '', sort: 'users', shared: true }));
    assert.deepEqual(await names(bob), ['now ours', 'ours']);
    await state.write((tx) => tx.deleteSavedSearch(ours));
    assert.deepEqual(await names(ann), ['now ours']);
  },
};
