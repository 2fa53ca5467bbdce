import { expect, test } from 'vitest';
import { openTestServer } from '../../testing/test-server.ts';

const server = await openTestServer();
const viewer = await server.user(await server.organization('acme'), 'viewer');
const owner = await server.user(viewer.memberships[0]!.organizationId, 'owner');
const shop = await server.command.createProject(owner, { slug: 'shop', name: 'Shop', platform: 'javascript' });
const ann = { id: '1', email: 'ann@acme.example' };
const safari = { tags: { 'browser.name': 'Safari', plan: 'team plan' }, contexts: {} };
await server.report(shop, 'a', { ...safari, user: ann, count: 3 });
const firefox = { tags: { 'browser.name': 'Firefox', 'odd ]key': '1' }, contexts: {} };
await server.report(shop, 'b', { ...firefox, release: 'shop@2.0.0' });

/** The text after each suggestion, `|` being the cursor. */
async function written(marked: string): Promise<string[]> {
  const cursor = marked.indexOf('|');
  const text = marked.replace('|', '');
  const { from, to, suggestions } = await server.query.searchSuggestions(viewer, { projects: [], text, cursor });
  return suggestions.map(({ insert }) => text.slice(0, from) + insert + text.slice(to));
}

test.each<[text: string, written: string[]]>([
  ['is:unr|', ['is:unresolved']],
  ['timeout !is:ha|x level:error', ['timeout !is:handled level:error']],
  ['(lev|', ['(level:']],
  ['brow|', ['browser.name:']],
  ['browser.name:|', ['browser.name:Safari', 'browser.name:Firefox']],
  ['browser.name:[Safari,fi|]', ['browser.name:[Safari,Firefox]']],
  ['plan:"tea|', ['plan:"team plan"']],
  ['odd|', ['tags["odd ]key"]:']],
  ['user.email:ann|', ['user.email:ann@acme.example']],
  ['release:>shop@2|', ['release:>shop@2.0.0']],
  ['release:lat|', ['release:latest']],
  ['environment:p|', ['environment:production']],
  ['lastSeen:-2|', ['lastSeen:-24h']],
  ['has:pl|', ['has:platform', 'has:plan']],
  ['project:|', ['project:shop']],
  ['a or|', ['a OR ']],
  ['nothinglikethis|', []],
])('%j may become %j', async (text, expected) => expect(await written(text)).toEqual(expected));

test('counts cover the newest events, and projects without access stay hidden', async () => {
  const input = { projects: [], text: 'browser.name:', cursor: 13 };
  const { suggestions } = await server.query.searchSuggestions(viewer, input);
  expect(suggestions.map(({ label, events }) => [label, events])).toEqual([
    ['Safari', 3],
    ['Firefox', 1],
  ]);
  const stranger = await server.user(await server.organization('other'), 'owner');
  expect((await server.query.searchSuggestions(stranger, input)).suggestions).toEqual([]);
  await expect(server.query.searchSuggestions(stranger, { ...input, projects: ['shop'] })).rejects.toThrow('not found');
});

test('hostile text and cursors are read too', async () => {
  for (const text of ['"', '\\', '[[[', 'a:[",', 'tags[', '('.repeat(1000), ' '.repeat(2000)]) {
    for (const cursor of [-1, 0, text.length, 1e9]) {
      const { from, to } = await server.query.searchSuggestions(viewer, { projects: [], text, cursor });
      expect(from).toBeLessThanOrEqual(to);
    }
  }
});
