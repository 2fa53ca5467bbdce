import assert from 'node:assert/strict';
import type { OrganizationId } from '@seismo/protocol';
import type { StatePromises } from '../state.conformance.ts';

export const savedSearchConformance: StatePromises = {
  'returns saved searches to their users, and changes and deletes them': async (state, { organizationId }) => {
    const person = (email: string) =>
      state.write((tx) => tx.createUser({ email, name: '', passwordHash: null, createdAtMs: 1 }));
    const [ann, bob] = [await person('ann@example.com'), await person('bob@example.com')];
    const search = {
      list: 'issues' as const,
      organizationId,
      userId: ann,
      shared: false,
      name: 'mine',
      query: 'is:new',
      sort: 'trends',
      status: '',
      settings: '',
      createdAtMs: 5,
    };
    const mine = await state.write((tx) => tx.createSavedSearch(search));
    const ours = await state.write((tx) => tx.createSavedSearch({ ...search, name: 'ours', shared: true }));
    assert.deepEqual(await state.listSavedSearches('issues', [organizationId], ann), [
      { id: mine, ...search },
      { id: ours, ...search, name: 'ours', shared: true },
    ]);
    const done = { ...search, list: 'feedback' as const, sort: '', status: 'done' };
    const doneId = await state.write((tx) => tx.createSavedSearch(done));
    assert.deepEqual(await state.listSavedSearches('feedback', [organizationId], ann), [{ id: doneId, ...done }]);
    assert.deepEqual(await state.listSavedSearches('releases', [organizationId], ann), []);
    const names = async (userId: typeof ann | null, organization = organizationId) =>
      (await state.listSavedSearches('issues', [organization], userId)).map(({ name }) => name);
    assert.deepEqual(await names(bob), ['ours']);
    assert.deepEqual(await names(null), ['ours']);
    assert.deepEqual(await names(ann, 99 as OrganizationId), []);
    const explored = { ...search, list: 'explore' as const, sort: '', settings: '{"view":"groups"}' };
    const exploredId = await state.write((tx) => tx.createSavedSearch(explored));
    assert.deepEqual(await state.listSavedSearches('explore', [organizationId], ann), [
      { id: exploredId, ...explored },
    ]);
    const change = { name: 'now ours', query: '', sort: 'users', status: '', settings: '{}', shared: true };
    await state.write((tx) => tx.updateSavedSearch(mine, change));
    await state.write((tx) => tx.updateSavedSearch(doneId, { ...change, sort: '', status: 'spam' }));
    assert.deepEqual(await state.listSavedSearches('feedback', [organizationId], bob), [
      { id: doneId, ...done, ...change, sort: '', status: 'spam' },
    ]);
    assert.deepEqual(await names(bob), ['now ours', 'ours']);
    await state.write((tx) => tx.deleteSavedSearch(ours));
    assert.deepEqual(await names(ann), ['now ours']);
  },
};
