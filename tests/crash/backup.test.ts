import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ProjectId } from '@seismo/protocol';
import { openState, openStores, storesIn } from '@seismo/server/parts';
import { expect, onTestFinished, test } from 'vitest';
import { hasPostgres, startPostgres } from '../../packages/server/src/testing/postgres.ts';
import { sendUntilGone, type Memory, type Target } from './client.ts';
import { populate } from './populate.ts';
import { drained, startServerProcess } from './server-process.ts';
import { problemsIn } from './verify.ts';

const main = join(import.meta.dirname, '../../packages/main/dist/main.js');

/** Longer than one event is processed, and much longer than a pause takes. */
const PAUSE_MS_MAX = 5_000;

function emptyMemory(): Memory {
  const sets = { sent: new Set<string>(), acknowledged: new Set<string>(), withAttachment: new Set<string>() };
  return { ...sets, feedback: new Map(), itemsSent: 0, itemsAcknowledged: 0 };
}

/** What was acknowledged so far. What is sent later may be in the backup, too. */
function acknowledgedIn(memory: Memory): () => Memory {
  const { itemsAcknowledged } = memory;
  const [acknowledged, withAttachment] = [new Set(memory.acknowledged), new Set(memory.withAttachment)];
  const heard = new Set([...memory.feedback].filter(([, each]) => each.acknowledged).map(([id]) => id));
  return () => ({
    ...memory,
    acknowledged,
    withAttachment,
    itemsAcknowledged,
    feedback: new Map(
      Array.from(memory.feedback, ([id, { about }]) => [id, { about, acknowledged: heard.has(id) }] as const),
    ),
  });
}

async function eventOf({ slug, token }: Target, url: string, eventId: string): Promise<object | null> {
  const response = await fetch(`${url}/api/0/projects/main/${slug}/events/${eventId}/`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!response.ok) return null;
  // Its neighbors change while events arrive.
  const { nextEventID: _, previousEventID: __, ...event } = (await response.json()) as Record<string, unknown>;
  return event;
}

test.for(hasPostgres ? ['SQLite', 'PostgreSQL'] : ['SQLite'])(
  'a backup under load, restored elsewhere after kill -9, has every report acknowledged before it, on %s',
  { timeout: 300_000 },
  async (engine) => {
    const folder = await mkdtemp(join(tmpdir(), 'seismo-backup-'));
    const postgres = engine === 'PostgreSQL' ? startPostgres() : null;
    onTestFinished(async () => {
      postgres?.stop();
      await rm(folder, { recursive: true });
    });
    const stateUrl = () => postgres?.createStore() ?? null;
    const [source, target] = [
      { dataDir: join(folder, 'source'), url: stateUrl() },
      { dataDir: join(folder, 'target'), url: stateUrl() },
    ];
    const seismo = async ({ dataDir, url }: typeof source, ...args: string[]) => {
      const env = { ...process.env, SEISMO_DATA_DIR: dataDir, SEISMO_STATE_URL: url ?? '' };
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [main, ...args], { env });
      return stdout + stderr;
    };
    const clients = (await setUp(source.dataDir, source.url)).map((client) => ({ client, memory: emptyMemory() }));

    const server = await startServerProcess(source.dataDir, { stateUrl: source.url, pipelineThreads: 2 });
    const random = randomFrom(7);
    const sending = clients.map(({ client, memory }) =>
      sendUntilGone({ ...client, url: server.url }, memory, random, server.gone),
    );
    const count = () => clients.reduce((sum, { memory }) => sum + memory.acknowledged.size, 0);
    await expect.poll(count, { timeout: 60_000 }).toBeGreaterThan(1500);
    const first = clients[0]!;
    const [eventId] = first.memory.acknowledged;
    let event: object | null = null;
    await expect
      .poll(async () => (event = await eventOf(first.client, server.url, eventId!)), { timeout: 60_000 })
      .not.toBeNull();

    const before = clients.map(({ memory }) => acknowledgedIn(memory));
    const countBefore = count();
    const file = join(folder, 'seismo.tar');
    const report = await seismo(source, 'backup', file);
    const [, pausedMs] = /Processing paused for (\d+) ms/.exec(report)!;
    expect(Number(pausedMs)).toBeLessThan(PAUSE_MS_MAX);
    // Ingest went on.
    expect(count()).toBeGreaterThan(countBefore);
    server.child.kill('SIGKILL');
    await Promise.all([server.gone, ...sending]);

    expect(await seismo(target, 'restore', file)).toContain('Restored the backup of');
    const restored = await startServerProcess(target.dataDir, { stateUrl: target.url });
    expect(restored.isReady).toBe(true);
    await drained(restored.url);
    expect(await eventOf(first.client, restored.url, eventId!)).toEqual(event);
    await restored.stop();
    await using stores = await openStores(storesIn(target.dataDir, target.url));
    for (const [index, { client }] of clients.entries()) {
      const memory = before[index]!();
      expect(memory.acknowledged.size).toBeGreaterThan(100);
      expect(await problemsIn(stores, client.projectId as ProjectId, memory, null)).toEqual([]);
    }
  },
);

async function setUp(dataDir: string, stateUrl: string | null): Promise<Target[]> {
  await mkdir(dataDir);
  const state = await openState(storesIn(dataDir, stateUrl));
  const projects = await populate(state, ['one', 'two'], ['event:read', 'project:read', 'org:read']);
  await state.close();
  return projects.map((project) => ({ ...project, url: '' }));
}

/** Park and Miller's generator. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
