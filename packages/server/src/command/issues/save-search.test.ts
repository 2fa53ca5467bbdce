import { limits } from '@seismo/protocol';
import { expect, test } from 'vitest';
import { allScopesBut, openTestServer, withScopes } from '../../testing/test-server.ts';
import { anonymous, type Viewer } from '#domain/permissions/viewer.ts';
import type { SavedSearchInput } from './save-search.ts';
import type { SavedSearchList } from '#store/state/contract.ts';

const server = await openTestServer();
const acme = await server.organization('acme');
const [ann, bob] = [await server.user(acme, 'member'), await server.user(acme, 'member')];
const guest = await server.user(acme, 'viewer');
const stranger = await server.user(await server.organization('other'), 'owner');

const input = {
  list: 'issues',
  name: ' New ones ',
  query: 'is:new !level:info',
  sort: 'trends',
  shared: false,
} as const;
const inputs = {
  issues: input,
  events: { list: 'events', name: 'Team', query: ' plan:team ', shared: false },
  feedback: { list: 'feedback', name: 'Pay', query: ' pay button ', status: 'done', shared: false },
  explore: {
    list: 'explore',
    name: 'Slow queries',
    query: ' span.op:db ',
    explore: {
      dataset: 'spans',
      view: 'groups',
      columns: [],
      groups: ['db.system.name'],
      measures: ['p95(span.duration)'],
      sort: '-p95(span.duration)',
    },
    shared: false,
  },
  releases: { list: 'releases', name: 'Betas', query: ' beta ', status: 'archived', shared: false },
} satisfies Record<string, SavedSearchInput>;

const explored = (change: object) => ({ ...inputs.explore, explore: { ...inputs.explore.explore, ...change } });

const saved = (viewer: Viewer, list: SavedSearchList = 'issues') => server.query.savedSearches(viewer, list);

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
  expect(await saved(guest)).toMatchObject([{ name: 'New ones' }, { name: 'Ours', mine: false }]);
  expect(await saved(bob)).toMatchObject([{ name: 'Ours' }]);
  expect(await saved(stranger)).toEqual([]);

  await server.command.saveSearch(bob, ours.id, { ...input, name: 'All of ours', shared: true });
  expect(await saved(ann)).toMatchObject([{ name: 'All of ours', mine: true }]);
  for (const [viewer, id, code] of [
    [bob, mine.id, 'not-found'],
    [stranger, ours.id, 'not-found'],
    [guest, ours.id, 'forbidden'],
    [anonymous, ours.id, 'not-signed-in'],
    [withScopes(ann, allScopesBut('event:write')), ours.id, 'forbidden'],
    [withScopes(ann, allScopesBut('event:read')), ours.id, 'not-found'],
  ] as const) {
    await expect(server.command.saveSearch(viewer, id, { ...input, shared: true })).rejects.toMatchObject({ code });
    await expect(server.command.deleteSavedSearch(viewer, 'issues', id)).rejects.toMatchObject({ code });
  }
  await server.command.deleteSavedSearch(guest, 'issues', mine.id);
  await server.command.deleteSavedSearch(withScopes(ann, ['event:read', 'event:write']), 'issues', ours.id);
  expect(await saved(guest)).toEqual([]);
});

test.each(['events', 'feedback', 'releases', 'explore'] as const)(
  'a search of %s belongs to its list',
  async (list) => {
    const search = inputs[list];
    const { query, ...rest } = search;
    const { id } = await server.command.saveSearch(ann, null, search);
    expect(await saved(ann, list)).toMatchObject([
      {
        id,
        query: query.trim(),
        status: 'status' in rest ? rest.status : '',
        explore: 'explore' in rest ? rest.explore : null,
      },
    ]);
    for (const other of (['issues', 'events', 'feedback', 'releases', 'explore'] as const).filter(
      (each) => each !== list,
    )) {
      expect(await saved(ann, other)).toEqual([]);
      const refusal = { code: 'not-found' };
      await expect(server.command.saveSearch(ann, id, inputs[other])).rejects.toMatchObject(refusal);
      await expect(server.command.deleteSavedSearch(ann, other, id)).rejects.toMatchObject(refusal);
    }
    const shared = await server.command.saveSearch(ann, id, { ...search, name: 'Ours', shared: true });
    expect(await saved(bob, list)).toEqual([{ ...shared, mine: false }]);
    await expect(server.command.deleteSavedSearch(guest, list, id)).rejects.toMatchObject({ code: 'forbidden' });
    await server.command.deleteSavedSearch(bob, list, id);
    expect(await saved(ann, list)).toEqual([]);
  },
);

test.each([
  [{ name: ' ' }, 'name: Enter a name.'],
  [{ name: 'x'.repeat(65) }, 'name: Use at most 64 characters.'],
  [{ query: 'level:eror' }, 'Unknown value "eror"'],
  [{ query: '(' }, 'no closing'],
  [{ query: 'x'.repeat(1001) }, 'query: Use at most 1000 characters.'],
  [{ sort: 'luck' }, 'sort: Sort by'],
  [{ list: 'projects' }, 'list: Use issues, events, feedback, releases or explore.'],
  [{ ...inputs.events, query: 'level:eror' }, 'Unknown value "eror"'],
  [{ ...inputs.events, query: ' ' }, 'query: Enter a search.'],
  [{ ...inputs.events, query: 'x'.repeat(1001) }, 'query: Use at most 1000 characters.'],
  [{ ...inputs.feedback, query: 'x'.repeat(201) }, 'query: Use at most 200 characters.'],
  [{ ...inputs.feedback, query: '' }, 'query: Enter a search.'],
  [{ ...inputs.feedback, status: 'archived' }, 'status: Use open, done, spam.'],
  [{ ...inputs.releases, query: 'x'.repeat(201) }, 'query: Use at most 200 characters.'],
  [{ ...inputs.releases, status: 'spam' }, 'status: Use open, archived.'],
  [{ ...inputs.explore, query: 'span.duration:slow' }, 'needs a duration'],
  [explored({ dataset: 'errors' }), 'Seismo cannot calculate this'],
  [explored({ dataset: 'logs' }), 'explore.dataset: '],
  [explored({ view: 'list' }), 'explore.view: '],
  [explored({ measures: [] }), 'explore.measures: Use at least one.'],
  [explored({ measures: ['p51(span.duration)'] }), 'Seismo cannot calculate this of spans'],
  [explored({ groups: ['a', 'b', 'c', 'd', 'e'] }), 'explore.groups: Use at most 4.'],
  [explored({ columns: ['f(x)'] }), 'Seismo cannot calculate this of spans'],
])('%j is refused', async (change, words) => {
  const wrong = { ...input, ...change } as typeof input;
  await expect(server.command.saveSearch(ann, null, wrong)).rejects.toThrow(words);
});

test('feedback and releases are searched by any text, also by one that is no valid search of issues', async () => {
  for (const list of ['feedback', 'releases'] as const) {
    const { id } = await server.command.saveSearch(ann, null, {
      ...inputs[list],
      query: 'level:eror (',
    });
    await server.command.deleteSavedSearch(ann, list, id);
  }
});

test('each list has its own number of saved searches', async () => {
  for (let nth = 0; nth < limits.SAVED_SEARCH_COUNT_MAX; nth++)
    await server.command.saveSearch(bob, null, inputs.events);
  await expect(server.command.saveSearch(bob, null, inputs.events)).rejects.toThrow('at most 100 searches');
  await server.command.saveSearch(bob, null, inputs.feedback);
});
