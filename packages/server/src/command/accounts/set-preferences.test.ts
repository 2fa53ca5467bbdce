import { limits } from '@seismo/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PreferencesChange } from '#query/accounts/views.ts';
import { anonymous } from '#domain/permissions/viewer.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';

let world: TestServer;
beforeAll(async () => {
  world = await openTestServer();
});
afterAll(() => world.close());

const usual = {
  theme: 'system',
  letterKeys: true,
  sidebar: 'wide',
  density: 'comfortable',
  zone: 'local',
  issueColumns: null,
  issueRows: null,
};

test('preferences are those that the person chose last, and nobody else has them', async () => {
  const organizationId = await world.organization('acme');
  const [ada, bob] = [await world.person(organizationId, 'viewer'), await world.person(organizationId, 'viewer')];
  const { preferences, me } = world.query;
  const choose = (change: PreferencesChange) => world.command.setPreferences(ada, change);
  expect(await preferences(ada)).toEqual(usual);
  await choose({ theme: 'dark', issueColumns: ['events', 'users'] });
  await choose({ letterKeys: false });
  await choose({ issueColumns: ['trend'], issueRows: limits.ISSUE_PAGE_COUNT_MAX });
  await choose({ sidebar: 'narrow', density: 'compact' });
  await choose({ sidebar: 'wide', zone: 'utc' });
  const chosen = {
    theme: 'dark',
    letterKeys: false,
    sidebar: 'wide',
    density: 'compact',
    zone: 'utc',
    issueColumns: ['trend'],
    issueRows: limits.ISSUE_PAGE_COUNT_MAX,
  };
  expect(await preferences(ada)).toEqual(chosen);
  expect((await me(ada))!.preferences).toEqual(chosen);
  expect(await preferences(bob)).toEqual(usual);
  expect(await preferences(anonymous)).toBeNull();
});

test('what an older or a newer Seismo kept, and this one does not know, is as for everybody', async () => {
  const viewer = await world.person(await world.organization('older'), 'viewer');
  await world.state.write(async (tx) => {
    for (const name of ['theme', 'letter-keys', 'rail', 'density', 'zone'] as const)
      await tx.setPreference(viewer.userId!, name, 'unheard');
  });
  expect(await world.query.preferences(viewer)).toEqual(usual);
});

test.each([
  { theme: 'red' },
  { letterKeys: 'off' },
  { colour: 1 },
  { sidebar: '' },
  { density: 'compact ' },
  { zone: 'Europe/Berlin' },
  { zone: null },
  'dark',
  null,
  { issueColumns: ['a.b'] },
  { issueColumns: ['<b>'] },
  { issueColumns: Array.from({ length: 100 }, () => 'a') },
  { issueColumns: 'events' },
  { issueRows: 0 },
  { issueRows: -1 },
  { issueRows: 1.5 },
  { issueRows: limits.ISSUE_PAGE_COUNT_MAX + 1 },
  { issueRows: Number.NaN },
  { issueRows: '50' },
])('nothing of %j is kept', async (bad) => {
  const eve = await world.person(await world.organization(`bad-${Math.random()}`), 'viewer');
  await expect(world.command.setPreferences(eve, bad as never)).rejects.toMatchObject({ code: 'invalid' });
  expect(await world.query.preferences(eve)).toEqual(usual);
});
