import { expect, test } from 'vitest';
import type { OrganizationId } from '@seismo/protocol';
import type { Role } from '#domain/permissions/role.ts';
import { envelopeEntry } from '../../testing/pipeline.ts';
import { openShop, openTestServer } from '../../testing/test-server.ts';
import { attentionFor, type ServerHealth } from './attention.ts';

const GB = 1024 ** 3;
const healthy: ServerHealth = {
  atMs: 1_000_000,
  disk: {
    isFull: false,
    freeBytes: 20 * GB,
    floorBytes: GB,
    usedBytes: 9 * GB,
    budgetBytes: 10 * GB,
    spanBudgetBytes: GB,
  },
  journal: { entries: 3, oldestReceivedAtMs: 999_000, deadLetters: 0 },
  outbox: [{ name: 'live', behindSinceMs: 999_000 }],
  pipelineRestarts: 0,
  lostEntries: 0,
  backups: { last: null, failure: null, progress: null, schedule: null },
  restored: null,
};

const HOUR = 3_600_000;
const failure = { atMs: HOUR, reason: 'The folder /backups does not exist.' };
const daily = { folder: '/backups', everyMs: 24 * HOUR, keepMs: 0 };
const backedUp = (lastAtMs: number | null, isOverdue = false) => ({
  ...healthy.backups,
  schedule: { ...daily, lastAtMs, isOverdue },
});

test('a server in good health needs no attention', () => {
  expect(attentionFor(healthy)).toEqual([]);
});

const full = { ...healthy.disk, isFull: true, freeBytes: 40 * 1024 ** 2 };
const late = { entries: 1, oldestReceivedAtMs: 1_000_000 - 420_000, deadLetters: 0 };
test.each<[string, Partial<ServerHealth>, RegExp]>([
  ['disk-full', { disk: full }, /refused\. 40\.0 MB is free; Seismo needs 1\.0 GB\. Free up space/],
  ['budget-used-up', { disk: { ...full, usedBytes: 11 * GB } }, /uses 11\.0 GB of 10\.0 GB/],
  ['disk-nearly-full', { disk: { ...full, isFull: false, freeBytes: 1.5 * GB } }, /1\.5 GB is free; below 1\.0 GB/],
  ['entries-lost', { lostEntries: 1 }, /: 1 accepted report\. The server log/],
  ['store-down', { journal: null }, /^The journal does not answer/],
  ['store-down', { outbox: null }, /^The state store does not answer/],
  ['backlog-old', { journal: late }, /7 minutes behind, with 1 report waiting/],
  ['pipeline-restarts', { pipelineRestarts: 2 }, /stopped 2 times in the last hour/],
  ['dead-letters', { journal: { ...late, oldestReceivedAtMs: null, deadLetters: 5 } }, /could not be processed/],
  ['restored', { restored: { backupAtMs: 0, restoredAtMs: 1 } }, /the backup of 1970-01-01 00:00 UTC\. Until an owner/],
  [
    'backup-overdue',
    { backups: { ...backedUp(2 * HOUR, true), failure } },
    /^The last scheduled backup is from 1970-01-01 02:00 UTC\. The last attempt failed: The folder/,
  ],
  ['backup-overdue', { backups: backedUp(null, true) }, /^No scheduled/],
  ['backup-failed', { backups: { ...backedUp(0), failure } }, /01:00 UTC failed, and will be repeated\. The folder/],
  ['outbox-behind', { outbox: [{ name: 'live', behindSinceMs: 1_000_000 - 360_000 }] }, /6 minutes late/],
])('%s says what happened and what to do', (code, change, text) => {
  const found = attentionFor({ ...healthy, ...change });
  expect(found.map((each) => each.code)).toEqual([code]);
  expect(`${found[0]!.title} ${found[0]!.advice}`).toMatch(text);
});

test('the most urgent come first', () => {
  const found = attentionFor({ ...healthy, disk: full, pipelineRestarts: 1, lostEntries: 3 });
  expect(found.map(({ code }) => code)).toEqual(['disk-full', 'entries-lost', 'pipeline-restarts']);
});

test('dead letters are about the organization whose projects they belong to', async () => {
  const { server, owner, shop } = await openShop();
  const stranger = await server.user(await server.organization('other'), 'owner');
  server.health.journal = { entries: 0, oldestReceivedAtMs: null, deadLetters: 1 };
  expect(await server.query.attention(owner)).toEqual([]);
  const failure = { itemKind: 'event', reason: 'error' as const, detail: 'boom', tries: 3, failedAtMs: 2 };
  const entry = envelopeEntry(shop.id, 'x');
  await server.journal.addDeadLetter({ sequence: 1, part: 0, projectId: shop.id, ...failure, entry });
  expect((await server.query.attention(owner)).map(({ code }) => code)).toEqual(['dead-letters']);
  expect(await server.query.attention(stranger)).toEqual([]);
});

test('backups and a restore are for owners of the first organization, because they have paths of the server', async () => {
  const server = await openTestServer();
  const [main, other] = [await server.organization('main'), await server.organization('other')];
  server.health.restored = { backupAtMs: 0, restoredAtMs: 1 };
  await server.state.write((tx) => tx.setSetting('restored', JSON.stringify(server.health.restored)));
  const codes = async (organizationId: OrganizationId, role: Role) =>
    (await server.query.attention(await server.user(organizationId, role))).map(({ code }) => code);
  for (const [isOverdue, code] of [
    [true, 'backup-overdue'],
    [false, 'backup-failed'],
  ] as const) {
    server.health.backups = { ...backedUp(null, isOverdue), failure };
    expect(await codes(main, 'owner')).toEqual(['restored', code]);
    expect(await codes(main, 'admin')).toEqual([]);
    expect(await codes(other, 'owner')).toEqual([]);
  }
});
