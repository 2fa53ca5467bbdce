import { limits } from '@seismo/protocol';
import { expect, test } from 'vitest';
import type { PreferencesChange } from '#query/accounts/views.ts';
import { anonymous } from '#domain/permissions/viewer.ts';
import { openTestServer } from '../../testing/test-server.ts';

const server = await openTestServer();

const usual = {
  theme: 'system',
  letterKeys: true,
  sidebar: 'wide',
  density: 'comfortable',
  zone: 'local',
  facets: 'hidden',
  issueColumns: null,
  eventColumns: null,
  issueRows: null,
};

test("preferences are the user's latest, and private", async () => {
  const organizationId = await server.organization('acme');
  const [ada, bob] = [await server.user(organizationId, 'viewer'), await server.user(organizationId, 'viewer')];
  const { preferences, me } = server.query;
  const choose = (change: PreferencesChange) => server.command.setPreferences(ada, change);
  expect(await preferences(ada)).toEqual(usual);
  await choose({ theme: 'dark', issueColumns: ['events', 'users'] });
  await choose({ letterKeys: false });
  await choose({ issueColumns: ['trend'], issueRows: limits.ISSUE_PAGE_COUNT_MAX });
  await choose({ eventColumns: ['release', 'browser.name', 'größe "XL"'] });
  await choose({ sidebar: 'narrow', density: 'compact' });
  await choose({ sidebar: 'wide', zone: 'utc', facets: 'shown' });
  const saved = {
    theme: 'dark',
    letterKeys: false,
    sidebar: 'wide',
    density: 'compact',
    zone: 'utc',
    facets: 'shown',
    issueColumns: ['trend'],
    eventColumns: ['release', 'browser.name', 'größe "XL"'],
    issueRows: limits.ISSUE_PAGE_COUNT_MAX,
  };
  expect(await preferences(ada)).toEqual(saved);
  expect((await me(ada))!.preferences).toEqual(saved);
  expect(await preferences(bob)).toEqual(usual);
  expect(await preferences(anonymous)).toBeNull();
});

test('unknown preferences of older or newer versions fall back to the default', async () => {
  const viewer = await server.user(await server.organization('older'), 'viewer');
  await server.state.write(async (tx) => {
    for (const name of ['theme', 'letter-keys', 'sidebar', 'density', 'zone'] as const)
      await tx.setPreference(viewer.userId!, name, 'unheard');
  });
  expect(await server.query.preferences(viewer)).toEqual(usual);
});

test.each([
  { theme: 'red' },
  { letterKeys: 'off' },
  { color: 1 },
  { sidebar: '' },
  { density: 'compact ' },
  { zone: 'Europe/Berlin' },
  { zone: null },
  { facets: 'open' },
  'dark',
  null,
  { issueColumns: ['a.b'] },
  { issueColumns: ['<b>'] },
  { issueColumns: Array.from({ length: 100 }, () => 'a') },
  { issueColumns: 'events' },
  { eventColumns: [''] },
  { eventColumns: ['x'.repeat(limits.TAG_VALUE_CHARS_MAX + 1)] },
  { eventColumns: Array.from({ length: limits.EVENT_COLUMN_COUNT_MAX + 1 }, (_, n) => `tag${n}`) },
  { eventColumns: 'release' },
  { issueRows: 0 },
  { issueRows: -1 },
  { issueRows: 1.5 },
  { issueRows: limits.ISSUE_PAGE_COUNT_MAX + 1 },
  { issueRows: Number.NaN },
  { issueRows: '50' },
])('nothing of %j is kept', async (bad) => {
  const eve = await server.user(await server.organization(`bad-${Math.random()}`), 'viewer');
  await expect(server.command.setPreferences(eve, bad as never)).rejects.toMatchObject({ code: 'invalid' });
  expect(await server.query.preferences(eve)).toEqual(usual);
});
