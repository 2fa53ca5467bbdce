import { expect, test } from 'vitest';
import { allScopesBut, openTestServer, withScopes } from '../../testing/test-server.ts';
import { anonymous } from '#domain/permissions/viewer.ts';

const server = await openTestServer();
const acme = await server.organization('acme');
const [ann, bob] = [await server.user(acme, 'member'), await server.user(acme, 'member')];
const guest = await server.user(acme, 'viewer');
const stranger = await server.user(await server.organization('other'), 'owner');

const input = { name: ' New ones ', query: 'is:new !level:info', sort: 'trends', shared: false } as const;

test('a search is saved privately, or shared by users who may change issues', async () => {
  const mine = await server.command.saveSearch(guest, null, input);
  expect(mine).toMatchObject({
    name: 'New ones',
    query: 'is:new !level:info',
    sort: 'trends',
    shared: false,
    mine: true,
  });
  await expect(server.command.saveSearch(guest, null, { ...input, shared: true })).rejects.toMatchObject({
    code: 'forbidden',
  });
  const ours = await server.command.saveSearch(ann, null, { ...input, name: 'Ours', shared: true });
  expect(await server.query.savedSearches(guest)).toMatchObject([{ name: 'New ones' }, { name: 'Ours', mine: false }]);
  expect(await server.query.savedSearches(bob)).toMatchObject([{ name: 'Ours' }]);
  expect(await server.query.savedSearches(stranger)).toEqual([]);

  await server.command.saveSearch(bob, ours.id, { ...input, name: 'All of ours', shared: true });
  expect(await server.query.savedSearches(ann)).toMatchObject([{ name: 'All of ours', mine: true }]);
  for (const [viewer, id, code] of [
    [bob, mine.id, 'not-found'],
    [stranger, ours.id, 'not-found'],
    [guest, ours.id, 'forbidden'],
    [anonymous, ours.id, 'not-signed-in'],
    [withScopes(ann, allScopesBut('event:write')), ours.id, 'forbidden'],
    [withScopes(ann, allScopesBut('event:read')), ours.id, 'not-found'],
  ] as const) {
    await expect(server.command.saveSearch(viewer, id, { ...input, shared: true })).rejects.toMatchObject({ code });
    await expect(server.command.deleteSavedSearch(viewer, id)).rejects.toMatchObject({ code });
  }
  await server.command.deleteSavedSearch(guest, mine.id);
  await server.command.deleteSavedSearch(withScopes(ann, ['event:read', 'event:write']), ours.id);
  expect(await server.query.savedSearches(guest)).toEqual([]);
});

test.each([
  [{ name: ' ' }, 'Enter a name'],
  [{ name: 'x'.repeat(65) }, 'at most 64'],
  [{ query: 'level:eror' }, 'Unknown value "eror"'],
  [{ query: '(' }, 'no closing'],
  [{ sort: 'luck' }, 'Sort by'],
])('%j cannot be kept', async (change, words) => {
  const wrong = { ...input, ...change } as typeof input;
  await expect(server.command.saveSearch(ann, null, wrong)).rejects.toThrow(words);
});
