import { randomBytes } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventId, ProjectId } from '@seismo/protocol';
import { openState, openStores, storesIn } from '@seismo/server/parts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Stores } from '../../packages/server/src/pipeline/signal.ts';
import { bytesBelow } from '../../packages/server/src/platform/disk-budget.ts';
import { contentClient, replay, sendContents, sendUnanswered, WAITING_COUNT } from './content-client.ts';
import type { ContentClient, SentEvent } from './content-client.ts';
import { populate } from './populate.ts';
import { drained, startServerProcess, type ServerProcess } from './server-process.ts';

/** A round kills the server at this point. */
interface Round {
  point: string;
  /** The point is also passed without retention: events must have been thinned in this round before it. */
  afterThinning?: boolean;
  /** Thins so much before the point that the file is compacted. */
  compacts?: boolean;
}

const rounds: Round[] = [
  { point: 'removal:before-commit:1' },
  { point: 'removal:after-commit:1' },
  { point: 'removal:blob-deleted:1' },
  { point: 'removal:blob-deleted:7' },
  { point: 'state:before-commit:8', afterThinning: true },
  { point: 'state:after-commit:8', afterThinning: true },
  { point: 'compaction:before-commit:1', compacts: true },
  { point: 'compaction:before-checkpoint:1', compacts: true },
];

const MiB = 1024 * 1024;
const BUDGET = '270MB';
/** Below, reports are accepted. */
const USED_BYTES_MAX = 270_000_000 - 32 * MiB;
/** What else takes space, such as a copy from before an upgrade. Thinning starts at 193 MiB. */
const OTHER_BYTES = 140 * MiB;
/** So much more makes the server thin at once. */
const MORE_BYTES = 12 * MiB;
/** Events of each client, so many that thinning starts with the server. */
const FIRST_COUNT = 150;
/** More for a round with compaction, and what else takes space then. */
const COMPACTED_COUNT = 400;
const COMPACTED_OTHER_BYTES = 110 * MiB;
/** Events of each client with their content that are sent again, and as many without. */
const REPEATED_COUNT = 30;
/** How long a server may take to reach its fail point, or its budget: it removes contents and moves the others. */
const REACHED_MS_MAX = 60_000;
const HOUR_MS = 3_600_000;
const all = { fromMs: -(2 ** 52), toMs: 2 ** 52 };

let dataDir: string;
let clients: ContentClient[];
let running: ServerProcess | undefined;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'seismo-crash-retention-'));
  const state = await openState(storesIn(dataDir));
  // One for each of two threads.
  const projects = await populate(state, ['one', 'two'], ['event:read']);
  await state.close();
  clients = projects.map((project) => contentClient({ ...project, url: '' }));
});
afterAll(async () => {
  running?.child.kill('SIGKILL');
  await running?.gone;
  await rm(dataDir, { recursive: true, force: true });
});

/** Random, because some file systems do not store zeros. */
async function takeSpace(bytes: number): Promise<void> {
  await using file = await open(join(dataDir, 'other'), 'a');
  const { size } = await file.stat();
  if (size > bytes) await file.truncate(bytes);
  else await file.appendFile(randomBytes(bytes - size));
}

async function start(pipelineThreads: number, failAt: string | null = null): Promise<ServerProcess> {
  running = await startServerProcess(dataDir, { failAt, pipelineThreads, diskBudget: BUDGET });
  return running;
}

/** Sends what is left, and stops the server when it has processed all and is within its budget. */
async function settle(server: ServerProcess): Promise<void> {
  await Promise.all(clients.map((client) => sendUnanswered(client, server.url, server.gone)));
  await drained(server.url);
  await expect.poll(() => bytesBelow(dataDir), { timeout: REACHED_MS_MAX }).toBeLessThan(USED_BYTES_MAX);
  await server.stop();
}

/** Nothing is thinned meanwhile. */
async function fill(count: number): Promise<void> {
  await takeSpace(0);
  const server = await start(2);
  const sending = { gone: server.gone, count, atOnce: WAITING_COUNT };
  await Promise.all(clients.map((client) => sendContents(client, server.url, sending)));
  await settle(server);
}

/** The stores of the stopped server have each event once. */
async function expectAllOnce(reason: string): Promise<void> {
  await using stores = await openStores(storesIn(dataDir));
  const found = await Promise.all(clients.map((client) => foundOf(stores, client)));
  expect(found, reason).toEqual(clients.map(expectedOf));
}

// The time ends a hang only.
test(
  'killed while it removes contents for the disk budget, the server goes on and counts each event once',
  { timeout: 600_000 },
  async () => {
    await fill(FIRST_COUNT);
    for (const [index, { point, afterThinning, compacts }] of rounds.entries()) {
      if (compacts) await fill(COMPACTED_COUNT);
      if (afterThinning) await fill(FIRST_COUNT);
      await takeSpace(compacts ? COMPACTED_OTHER_BYTES : OTHER_BYTES + MORE_BYTES);
      const startedAtMs = Date.now();
      const server = await start(1 + (index % 2), point);
      // Another signal than that of a fail point.
      const killer = setTimeout(() => server.child.kill('SIGHUP'), REACHED_MS_MAX);
      await Promise.all(clients.map((client) => sendContents(client, server.url, { gone: server.gone })));
      await server.gone;
      clearTimeout(killer);
      expect(server.child.signalCode, point).toBe('SIGKILL');
      const killedAtMs = Date.now();

      if (!compacts) await takeSpace(OTHER_BYTES);
      await settle(await start(2 - (index % 2)));
      await expectAllOnce(`after ${point}`);
      if (afterThinning) expect(await removedBetween(startedAtMs, killedAtMs), point).toBeGreaterThan(0);
      const sent = clients.reduce((sum, client) => sum + client.sent.length, 0);
      const bytes = await bytesBelow(dataDir);
      console.log(`killed at ${point}, ${sent} events so far, ${Math.round(bytes / MiB)} MiB in use`);
    }

    const repeats = await eventsToRepeat();
    const server = await start(2);
    for (const { client, kept, removed } of repeats) await replay(client, server.url, [...kept, ...removed]);
    await settle(server);
    await expectAllOnce('after replays');
    await expectDuplicates(repeats);
  },
);

async function removedBetween(fromMs: number, toMs: number): Promise<number> {
  await using stores = await openStores(storesIn(dataDir));
  const removed = await Promise.all(clients.map((client) => removedOf(stores, client, { fromMs, toMs })));
  return removed.flat().length;
}

interface Repeats {
  client: ContentClient;
  /** Events that have their content, and events that have lost it. */
  kept: SentEvent[];
  removed: SentEvent[];
}

const contentOf = ({ telemetry }: Stores, { target }: ContentClient, { id }: SentEvent) =>
  telemetry.query('eventById', { projectId: target.projectId as ProjectId, eventId: id as EventId, atMs: null });

/** Which events lose their content depends on their times, so the stores of the stopped server say it. */
async function eventsToRepeat(): Promise<Repeats[]> {
  await using stores = await openStores(storesIn(dataDir));
  const repeats = clients.map((client): Repeats => ({ client, kept: [], removed: [] }));
  for (const { client, kept, removed } of repeats) {
    for (const event of client.sent) {
      if (kept.length >= REPEATED_COUNT && removed.length >= REPEATED_COUNT) break;
      const events = (await contentOf(stores, client, event)).length > 0 ? kept : removed;
      if (events.length < REPEATED_COUNT) events.push(event);
    }
    expect(kept, 'events with their content').not.toEqual([]);
    expect(removed, 'events without').not.toEqual([]);
  }
  return repeats;
}

/** The repeated events are duplicates, and give none of the removed ones a content. */
async function expectDuplicates(repeats: Repeats[]): Promise<void> {
  await using stores = await openStores(storesIn(dataDir));
  for (const { client, kept, removed } of repeats) {
    for (const event of removed) expect(await contentOf(stores, client, event)).toEqual([]);
    const projectIds = [client.target.projectId as ProjectId];
    const ledger = await stores.telemetry.query('ledgerTotals', { projectIds, range: all });
    const duplicates = ledger.filter(({ itemKind, reason }) => itemKind === 'event' && reason === 'event-id');
    const quantity = duplicates.reduce((sum, { quantity }) => sum + quantity, 0);
    expect(quantity).toBeGreaterThanOrEqual(kept.length + removed.length);
  }
}

/** What the stores have of a client's events. The names of counts are those of `expectedOf`. */
async function foundOf({ state, telemetry, blobs }: Stores, { target, sent }: ContentClient) {
  const projectId = target.projectId as ProjectId;
  const [projectIds, range] = [[projectId], all];
  const issues = await state.listIssues({
    projectIds,
    ids: null,
    where: null,
    sort: 'last-seen',
    after: null,
    count: 100,
  });
  const typeOf = new Map(issues.map(({ id, type }) => [id, type]));
  const ofIssues: Record<string, number> = {};
  for (const { id, eventCount, userCount } of issues) {
    ofIssues[`events of ${typeOf.get(id)}`] = eventCount;
    ofIssues[`users of ${typeOf.get(id)}`] = userCount;
    ofIssues[`known users of ${typeOf.get(id)}`] = (
      await telemetry.query('issueEndUsers', { projectId, issueId: id })
    ).length;
  }
  const cells: Record<string, number> = {};
  for (const { release, environment, hour } of new Map(
    sent.map((event) => [cellOf(event).name, cellOf(event)]),
  ).values()) {
    const scope = { projectIds, environments: [environment], releases: [release], where: null, sinceSequence: null };
    const hourOf = { fromMs: hour * HOUR_MS, toMs: (hour + 1) * HOUR_MS };
    for (const { issueId, events } of await telemetry.query('issuesInRange', { ...scope, range: hourOf })) {
      cells[`${typeOf.get(issueId)} ${release} ${environment} ${hour}`] = events;
    }
  }
  const amounts = await telemetry.query('storedAmounts', { projectIds });
  const rowsOf = (kind: string) => amounts.find((row) => row.kind === kind)?.rows ?? 0;
  const removed = await removedOf({ telemetry }, { target }, all);
  const removedOfKind = (kind: string) =>
    removed.filter(({ itemKind }) => itemKind === kind).reduce((sum, { quantity }) => sum + quantity, 0);
  const ledger = await telemetry.query('ledgerTotals', { projectIds, range });
  const sum = (is: (outcome: string, kind: string) => boolean) =>
    ledger.filter((row) => is(row.outcome, row.itemKind)).reduce((total, row) => total + row.quantity, 0);
  const eventIds = sent.map(({ id }) => id as EventId);
  const owned = await telemetry.query('attachedBlobs', { projectId, eventIds: null, range });
  const keys = new Set<string>(owned.map(({ blobKey }) => blobKey));
  const stored: string[] = [];
  for await (const key of blobs.list(`attachments/${projectId}/`)) stored.push(key);
  return {
    ofIssues,
    cells,
    events: rowsOf('events') + rowsOf('thinned'),
    eventsWithoutIds: rowsOf('counted'),
    thinnedTwice: removedOfKind('event') - rowsOf('thinned'),
    attachments: rowsOf('attachments') + removedOfKind('attachment'),
    knownIds: (await telemetry.query('knownEventIds', { projectId, eventIds })).length,
    storedEvents: sum((outcome, kind) => outcome === 'stored' && kind === 'event'),
    storedAttachments: sum((outcome, kind) => outcome === 'stored' && kind === 'attachment'),
    receivedWithoutEnd: sum((outcome) => outcome === 'received') - sum((outcome) => outcome !== 'received'),
    blobsWithoutOwner: stored.filter((key) => !keys.has(key)).length,
    ownersWithoutBlob: [...keys].filter((key) => !stored.includes(key)).length,
  };
}

function expectedOf({ sent }: ContentClient): Awaited<ReturnType<typeof foundOf>> {
  const ofIssues: Record<string, number> = {};
  for (const type of new Set(sent.map((event) => event.type))) {
    const ofType = sent.filter((event) => event.type === type);
    const users = new Set(ofType.map(({ user }) => user)).size;
    Object.assign(ofIssues, {
      [`events of ${type}`]: ofType.length,
      [`users of ${type}`]: users,
      [`known users of ${type}`]: users,
    });
  }
  const cells: Record<string, number> = {};
  for (const { name } of sent.map(cellOf)) cells[name] = (cells[name] ?? 0) + 1;
  const attachments = sent.filter(({ attachment }) => attachment !== null).length;
  return {
    ofIssues,
    cells,
    events: sent.length,
    eventsWithoutIds: 0,
    thinnedTwice: 0,
    attachments,
    knownIds: sent.length,
    storedEvents: sent.length,
    storedAttachments: attachments,
    receivedWithoutEnd: 0,
    blobsWithoutOwner: 0,
    ownersWithoutBlob: 0,
  };
}

function cellOf({ type, release, environment, atMs }: SentEvent) {
  const hour = Math.floor(atMs / HOUR_MS);
  return { release, environment, hour, name: `${type} ${release} ${environment} ${hour}` };
}

async function removedOf(
  { telemetry }: Pick<Stores, 'telemetry'>,
  { target }: Pick<ContentClient, 'target'>,
  range: { fromMs: number; toMs: number },
) {
  return telemetry.query('removalLog', { projectIds: [target.projectId as ProjectId], range, bucketMs: HOUR_MS });
}
