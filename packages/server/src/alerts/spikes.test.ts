import { beforeEach, expect, test } from 'vitest';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { ProjectView } from '#query/projects/views.ts';
import type { OutboxRow } from '#store/state/contract.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';
import { decide } from './decide.ts';

let server: TestServer;
let owner: Viewer;
let shop: ProjectView;
let paused: string | null;

beforeEach(async () => {
  server = await openTestServer();
  const organizationId = await server.organization('main');
  owner = await server.user(organizationId, 'owner');
  await server.user(organizationId, 'member');
  shop = await server.command.createProject(owner, { slug: 'shop', name: 'Shop', platform: 'javascript' });
  paused = null;
});

async function read(...changes: Partial<OutboxRow>[]): Promise<void> {
  const rows = changes.map((change, index) => {
    const row = { id: index + 1, issueId: null, projectIds: [shop.id], atMs: Date.UTC(2026, 10, 21, 12, 30) };
    return { ...row, ...change } as OutboxRow;
  });
  const config = { publicUrl: 'http://seismo.test', mail: { from: 'a@seismo.test' } };
  const write = await decide({ ...server.deps, config, paused: async () => paused }, rows);
  if (write) await server.state.write(write);
}

const notices = async () =>
  (await server.state.dueDeliveries(Number.MAX_SAFE_INTEGER, 10)).map(({ userId, notice }) => ({
    userId,
    title: notice!.title,
    text: notice!.text.at(-1),
    path: notice!.link.path,
  }));

test('owners learn that spike protection began to discard events, and that it has ended', async () => {
  const path = '/settings/projects/shop/limits';
  await read({ kind: 'spike-started', of: 'events' }, { kind: 'feedback-received' });
  expect(await notices()).toEqual([
    {
      userId: owner.userId,
      title: 'Spike protection limits the events of Shop',
      text: expect.stringMatching(/^Find out what floods/),
      path,
    },
  ]);
  await read({ kind: 'spike-ended', of: 'events', startedAtMs: Date.UTC(2026, 10, 21, 12, 2) });
  expect((await notices()).slice(1)).toEqual([
    {
      userId: owner.userId,
      title: 'Spike protection no longer limits the events of Shop',
      text: 'Events were discarded from 2026-11-21 12:02 UTC to 2026-11-21 12:30 UTC.',
      path,
    },
  ]);
});

test('a spike of spans is reported as one, and a row of an older version as one of events', async () => {
  await read({ kind: 'spike-started', of: 'spans' });
  await read({ kind: 'spike-ended', of: 'spans', startedAtMs: Date.UTC(2026, 10, 21, 12, 2) });
  await read({ kind: 'spike-started' });
  expect((await notices()).map(({ title, text }) => [title, text!.slice(0, 26)])).toEqual([
    ['Spike protection limits the spans of Shop', 'Find out what floods the p'],
    ['Spike protection no longer limits the spans of Shop', 'Spans were discarded from '],
    ['Spike protection limits the events of Shop', 'Find out what floods the p'],
  ]);
});

test('a project that is gone, or a server that sends nothing, reports no spike', async () => {
  await read({ kind: 'spike-started', of: 'events', projectIds: [99 as typeof shop.id] });
  paused = 'restored';
  await read({ kind: 'spike-started', of: 'events' });
  expect(await notices()).toEqual([]);
});
