import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { ProjectId } from '@seismo/protocol';
import {
  runInThread,
  bindCommands,
  bytesPerDay,
  createDayBudget,
  dayOf,
  bindQueries,
  createTunnelWriter,
  createLastUsedWriter,
  createApiListener,
  createIngest,
  lostEntries,
  createOutgoing,
  openAssembler,
  openClientAddress,
  openDiskSpace,
  startOutboxReader,
  readBundleInThread,
  reprocessEntry,
  roleScopes,
  rolesWith,
  runtimeKey,
  sharedClock,
  pipelineThread,
  supervisePipeline,
  withSharedReads,
} from '@seismo/server/parts';
import type { DiskStatus, Journal, Log, MigrationOptions, Runtime, SharedClock, State } from '@seismo/server/parts';
import { createChanges } from './changes.ts';
import type { Config } from './config.ts';
import { openDashboard } from './dashboard.ts';
import type { Dashboard } from './dashboard.ts';
import { createFront, listen } from './front.ts';
import { openKit } from './kit.ts';
import { Metrics } from './metrics.ts';
import { createOwnReports } from './own-reports.ts';
import { openOwnStores } from './open-stores.ts';
import { watchOutboxLag } from './outbox-lag.ts';
import { version } from './version.ts';

/** The maximum journal lag for `/readyz`. */
const LAG_MS_MAX = 120_000;

export interface RunningServer {
  url: string;
  config: Config;
  clock: SharedClock;
  state: State;
  journal: Journal;
  runtime: Runtime;
  /** Resolves once the pipeline has applied this entry of the project. */
  applied(projectId: ProjectId, sequence: number): Promise<void>;
  /** Resolves with the reason when this server may no longer write: end the process. */
  leaseLost: Promise<string>;
  /** Stops taking requests, lets answers under way finish, drains the pipeline's batch, closes the stores. */
  close(): Promise<void>;
}

/**
 * Opens the stores, starts the parts of the server and listens. Throws an Error with one clear message if it cannot.
 */
export async function startServer(
  config: Config,
  options: { dev: boolean; dashboard: boolean; log: Log; acceptLoss?: boolean } & MigrationOptions,
): Promise<RunningServer> {
  const { log } = options;
  const clock = sharedClock();
  const stores = await openOwnStores(config, clock, options);
  const { state, journal, telemetry, blobs } = stores;
  const { promise: leaseLost, resolve: loseLease } = Promise.withResolvers<string>();
  state.onLeaseLost(({ message }) => loseLease(message));

  const space = await openDiskSpace({ folder: config.dataDir, floorBytes: config.diskFloorBytes, clock, log });

  const metrics = new Metrics(clock.now());
  const changes = createChanges(clock);
  space.onChange(() => changes.emitAll());
  const live = await startOutboxReader(state, {
    name: 'live',
    read: (rows) => changes.emit([...new Set(rows.flatMap(({ projectIds }) => projectIds))]),
    failed: (error) =>
      log.warn({ stage: 'outbox', reason: String(error) }, 'the outbox could not be read for live updates'),
  });
  const outboxLag = watchOutboxLag(state, clock, log);
  const positions = await state.lanePositions();
  // Before the pipeline runs, so that nothing it applies is counted twice or missed.
  const usedToday = await usedSince(dayOf(clock.now()));
  const appliedThrough = new Map(positions.map(({ lane, sequence }) => [lane, sequence]));
  const waiting = new Set<{ projectId: ProjectId; sequence: number; resolve: () => void }>();
  const pipeline = supervisePipeline({
    thread: pipelineThread,
    stores: stores.locations,
    journal,
    telemetry,
    clock,
    threadCount: config.pipelineThreads,
    log,
    restarted: () => metrics.restarted(),
    published: live.wake,
    leaseLost: loseLease,
    applied: (report) => {
      for (const { lane, sequence } of report.positions) appliedThrough.set(lane, sequence);
      metrics.applied(report);
      for (const waiter of waiting) {
        if (!isApplied(waiter)) continue;
        waiting.delete(waiter);
        waiter.resolve();
      }
    },
  });

  const kit = await openKit({ storedDir: join(config.dataDir, 'kit'), publicUrl: config.publicUrl, version, log });
  const ingest = createIngest({
    journal,
    state,
    clock,
    log,
    config,
    space,
    budget: createDayBudget((projectId) => bytesPerDay(state, projectId), usedToday, clock.now()),
    tunnelUsed: createTunnelWriter(state, clock, log),
    refusedWith: (code) => metrics.refused(code),
  });
  const touchLastUsed = createLastUsedWriter(state, log);
  const query = bindQueries(
    { state, telemetry, blobs, journal, clock, config, space, touchLastUsed },
    runInThread({ stores: stores.locations, telemetry, clock, config }),
  );
  const assembler = openAssembler({
    state,
    blobs,
    clock,
    read: (bundle) => readBundleInThread(stores.locations.blobsPath, bundle),
    reprocess: async (tasks) => {
      for (const each of tasks) await journal.append(reprocessEntry(each, clock.now()));
    },
    log,
  });
  const command = bindCommands({
    outgoing: createOutgoing({ internal: config.internalHosts }),
    assembler,
    state,
    telemetry,
    blobs,
    journal,
    clock,
    config,
    space,
    touchLastUsed,
    random: randomBytes,
    onKeysChanged: () => ingest.invalidateKeys(),
  });
  const ownProjectId = async (): Promise<ProjectId | null> => {
    const id = await state.setting('own-project-id');
    return id === null ? null : (Number(id) as ProjectId);
  };
  const runtime: Runtime = {
    version,
    publicUrl: config.publicUrl,
    tunnelPath: config.tunnelPath,
    gallery: options.dev || config.gallery,
    kit: kit.addresses,
    query,
    command,
    rolesWith,
    roleScopes,
    onChange: changes.on,
    reportOwn: createOwnReports({
      now: clock.now,
      projectId: ownProjectId,
      append: (projectId, body) =>
        journal.append({
          kind: 'envelope',
          projectId,
          keyId: 0,
          receivedAtMs: clock.now(),
          clientAddress: null,
          userAgent: null,
          body,
          limitedCategories: [],
          replayOf: null,
        }),
    }),
    ownDsn: () => query.ownDsn(),
  };
  (globalThis as Record<symbol, unknown>)[runtimeKey] = runtime;

  function isApplied({ projectId, sequence }: { projectId: ProjectId; sequence: number }): boolean {
    return sequence <= (appliedThrough.get(projectId) ?? 0);
  }

  /** Bytes of today that are applied already, and those that wait in the journal. */
  async function usedSince(day: number) {
    const [applied, waiting] = await Promise.all([
      state.usageSince(day),
      journal.waitingBytes(positions, day * 24 * 3600 * 1000),
    ]);
    return [...applied, ...waiting];
  }

  /** Ready is a server that takes reports, and processes them soon. */
  async function whyNotReady({ isFull, freeBytes, floorBytes }: DiskStatus): Promise<string | null> {
    if (isFull) {
      return `the disk is full: ${megabytes(freeBytes)} are free, ${megabytes(floorBytes)} are required; refusing reports`;
    }
    const failingSinceMs = ingest.failingSinceMs();
    if (failingSinceMs !== null) {
      return `the journal has been failing for ${Math.round((clock.now() - failingSinceMs) / 1000)} s; refusing reports`;
    }
    const stateFailure = await state.lease().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    if (stateFailure !== null) {
      return `the state store failed (${stateFailure}); reports of known projects are accepted and wait in the journal`;
    }
    const { oldestReceivedAtMs, entries } = await journal.stats();
    const lagMs = oldestReceivedAtMs === null ? 0 : clock.now() - oldestReceivedAtMs;
    if (lagMs <= LAG_MS_MAX) return null;
    return `the journal is ${Math.round(lagMs / 1000)} s behind with ${entries} entries waiting`;
  }

  const clientAddress = openClientAddress(config.trustedProxies);
  let dashboard: Dashboard | null = null;
  const api = createApiListener({ query, command, version, publicUrl: config.publicUrl, log });
  const front = createFront({
    ingest,
    api,
    kit: kit.handle,
    dashboard: (request, response) => {
      // Always overwritten, because clients could send this header.
      request.headers['x-seismo-address'] = clientAddress(request.socket.remoteAddress, request.headers) ?? '';
      if (!dashboard) return Promise.resolve(void response.writeHead(404).end());
      const { handle } = dashboard;
      // Live updates and exports last long, and actions must read their own writes.
      return isPage(request) ? withSharedReads(() => handle(request, response)) : handle(request, response);
    },
    upgrade: (request, socket, head) => (dashboard ? dashboard.upgrade(request, socket, head) : void socket.destroy()),
    answered: (status) => metrics.answered(status),
    health: {
      ready: async () => {
        const why = await whyNotReady(await space.measure());
        return { ready: why === null, why: why ?? 'ready' };
      },
      metrics: async () =>
        metrics.text(
          await journal.stats(),
          space.status(),
          ingest.bodyMemoryBytes(),
          await lostEntries({ state }),
          await state.outboxReaders(),
          clock.now(),
        ),
    },
    log,
  });
  await listen(front.server, config.host, config.port);
  // After the socket: preparing Next blocks this thread, and reports come first.
  if (options.dashboard) dashboard = openDashboard({ dev: options.dev, hostname: config.host, port: config.port });

  return {
    url: config.publicUrl,
    config,
    clock,
    state,
    journal,
    runtime,
    leaseLost,
    applied: (projectId, sequence) =>
      new Promise((resolve) => {
        if (isApplied({ projectId, sequence })) resolve();
        else waiting.add({ projectId, sequence, resolve });
      }),
    close: async () => {
      await front.stop();
      outboxLag.stop();
      const inOrder = [
        ingest.close,
        pipeline.stop,
        assembler.close,
        async () => dashboard?.close(),
        live.stop,
        space.close,
        stores.close,
      ];
      const failures: unknown[] = [];
      for (const close of inOrder) await close().catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
    },
  };
}

function isPage({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && ('rsc' in headers || (headers.accept ?? '').includes('text/html'));
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
