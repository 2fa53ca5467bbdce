import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStores, sharedClock, storesIn, supervisePipeline } from '@seismo/server/parts';
import { corpus } from './corpus.ts';

/**
 * Events a second from a full journal into the stores, by the number of pipeline threads, in turn on the same machine.
 * `node scripts/pinned.mjs bench/threads.ts`
 */
const PROJECTS = 4;
const EVENTS = 6_000;
const PAIRS = 3;
const folder = await mkdtemp(join(tmpdir(), 'seismo-threads-'));
const envelopes = corpus('typical', folder).files.map((file) => readFileSync(file, 'latin1'));

async function drain(threadCount: number): Promise<{ perSecond: number; processorMsPerEvent: number }> {
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const stores = storesIn(dataDir);
  await using opened = await openStores(stores);
  const { state, journal, telemetry } = opened;
  const projectIds = await state.write(async (tx) => {
    const organizationId = await tx.createOrganization({ slug: 'bench', name: 'Bench', createdAtMs: Date.now() });
    const create = (slug: string) =>
      tx.createProject({ organizationId, slug, name: slug, platform: 'node', createdAtMs: Date.now() });
    return Promise.all(Array.from({ length: PROJECTS }, (_, index) => create(`bench-${index}`)));
  });
  const append = (index: number) => {
    const envelope = envelopes[index % envelopes.length]!.replaceAll(
      '%EVENT_ID%',
      randomUUID().replaceAll('-', ''),
    ).replaceAll('%USER_ID%', String(index % 5_000));
    return journal.append({
      kind: 'envelope',
      projectId: projectIds[index % PROJECTS]!,
      keyId: 0,
      receivedAtMs: Date.now(),
      clientAddress: null,
      userAgent: null,
      body: new TextEncoder().encode(envelope),
      limitedCategories: [],
      replayOf: null,
    });
  };
  for (let index = 0; index < EVENTS; index += 500) {
    await Promise.all(Array.from({ length: 500 }, (_, offset) => append(index + offset)));
  }

  const before = process.cpuUsage();
  const startedAtMs = performance.now();
  const drained = Promise.withResolvers<void>();
  let applied = 0;
  const pipeline = supervisePipeline({
    thread: new URL('../packages/server/src/pipeline-thread.ts', import.meta.url),
    stores,
    journal,
    telemetry,
    clock: sharedClock(),
    disk: { folder: dataDir, budgetBytes: Infinity, spanBytes: Infinity },
    measured: () => {},
    needsRoom: () => {},
    threadCount,
    applied: ({ entries }) => {
      applied += entries;
      if (applied === EVENTS) drained.resolve();
    },
    published: () => {},
    leaseLost: drained.reject,
    failed: () => {},
    restarted: () => drained.reject(new Error('A worker ended.')),
    log: console,
  });
  await drained.promise;
  const seconds = (performance.now() - startedAtMs) / 1000;
  const { user, system } = process.cpuUsage(before);
  await pipeline.stop();
  return { perSecond: Math.round(EVENTS / seconds), processorMsPerEvent: (user + system) / 1000 / EVENTS };
}

try {
  for (let pair = 1; pair <= PAIRS; pair++) {
    const [one, two] = [await drain(1), await drain(2)];
    const ratio = (two.perSecond / one.perSecond).toFixed(2);
    const processor = [one, two].map(({ processorMsPerEvent }) => processorMsPerEvent.toFixed(2)).join(' and ');
    console.log(
      `pair ${pair}: ${one.perSecond} events/s with one thread, ${two.perSecond} with two (${ratio}); ${processor} ms of processor time per event`,
    );
  }
} finally {
  await rm(folder, { recursive: true });
}
