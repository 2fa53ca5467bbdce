import type { OrganizationId } from '@seismo/protocol';
import { beforeEach, expect, test } from 'vitest';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { ServerHealth } from '#query/stats/attention.ts';
import { setEmailFailing } from '#store/state/settings/email-failing.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';
import { newChannel } from './new-channel.fixture.ts';
import { reportServerProblems } from './server-problems.ts';

const minute = 60_000;
let server: TestServer;
let organizationId: OrganizationId;
let owner: Viewer;
let health: ServerHealth;
let hasEmail: boolean;

beforeEach(async () => {
  server = await openTestServer();
  organizationId = await server.organization('main');
  owner = await server.user(organizationId, 'owner');
  await server.user(organizationId, 'admin');
  await server.user(await server.organization('other'), 'owner');
  health = { ...server.deps.serverHealth(), journal: { entries: 0, oldestReceivedAtMs: null, deadLetters: 0 } };
  hasEmail = true;
});

const GB = 1024 ** 3;
const nearlyFull = () => (health.disk = { ...health.disk, freeBytes: 1.5 * GB, floorBytes: GB });
const emptied = () => (health.disk = { ...health.disk, freeBytes: 9 * GB, floorBytes: GB });

/** One look at the server, some minutes after the last one. */
async function look(afterMinutes = 1): Promise<boolean> {
  server.clock.nowMs += afterMinutes * minute;
  return reportServerProblems({ state: server.state, hasEmail, nowMs: server.clock.now(), health });
}

const queued = async () =>
  (await server.state.dueDeliveries(Number.MAX_SAFE_INTEGER, 100)).map(({ userId, channelId, notice, about }) => {
    expect(about).toBe('notice');
    return { userId, channelId, title: notice!.title, text: notice!.text.join(' ') };
  });

test('a problem that lasts is reported once to the owners of the server, and once when it is over', async () => {
  nearlyFull();
  expect(await look()).toBe(false);
  expect(await look()).toBe(true);
  for (let minutes = 0; minutes < 3; minutes++) expect(await look()).toBe(false);
  const found = { userId: owner.userId, channelId: null };
  expect(await queued()).toEqual([
    { ...found, title: 'The disk is nearly full.', text: expect.stringContaining('1.5 GB is free') },
  ]);
  emptied();
  expect(await look()).toBe(false);
  expect(await look(8)).toBe(false);
  expect(await look(1)).toBe(true);
  expect(await look(30)).toBe(false);
  expect((await queued()).slice(1)).toEqual([
    {
      ...found,
      title: 'Resolved: The disk is nearly full.',
      text: 'This problem of your Seismo server is over. It lasted from 2026-11-21 12:31 UTC to 2026-11-21 12:35 UTC.',
    },
  ]);
});

test('a problem that is gone at the next look is not reported, and one that comes back soon is the same', async () => {
  nearlyFull();
  await look();
  emptied();
  await look(20);
  nearlyFull();
  await look();
  expect(await queued()).toEqual([]);
  await look();
  emptied();
  await look();
  nearlyFull();
  await look(5);
  await look();
  expect(await queued()).toHaveLength(1);
});

test('problems that are found together are one message', async () => {
  nearlyFull();
  health.journal = { entries: 0, oldestReceivedAtMs: null, deadLetters: 2 };
  await look();
  await look();
  expect(await queued()).toMatchObject([
    {
      title: 'Your Seismo server has 2 problems',
      text: expect.stringMatching(
        /The disk is nearly full\. 1\.5 GB .*Some reports could not be processed\. They wait/,
      ),
    },
  ]);
});

test('without email that works, the channels of the organization get it', async () => {
  const [channelId, broken] = await server.state.write(async (tx) => [
    await tx.addChannel(newChannel(organizationId, 'Ops')),
    await tx.addChannel(newChannel(organizationId, 'Broken')),
  ]);
  await server.state.write((tx) => tx.setChannelReported(broken!, 1));
  hasEmail = false;
  nearlyFull();
  await look();
  await look();
  hasEmail = true;
  await server.state.write((tx) => setEmailFailing(tx, { atMs: 1, answer: '421' }));
  health.lostEntries = 1;
  await look();
  await look();
  expect((await queued()).map(({ userId, channelId: to }) => ({ userId, to }))).toEqual([
    { userId: null, to: channelId },
    { userId: null, to: channelId },
  ]);
});

test('that the server was restored is not reported, and nothing is before there is an organization', async () => {
  health.restored = { backupAtMs: 1, restoredAtMs: 2 };
  await look();
  expect(await look()).toBe(false);
  const empty = await openTestServer();
  nearlyFull();
  const once = () => reportServerProblems({ state: empty.state, hasEmail, nowMs: 1, health });
  await once();
  expect(await once()).toBe(false);
});
