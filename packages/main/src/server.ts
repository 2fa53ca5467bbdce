import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { ProjectId } from '@seismo/protocol';
import {
  bytesPerDay,
  createBackups,
  createLastUsedWriter,
  createApiListener,
  createDayBudget,
  createIngest,
  createOutgoing,
  createProbe,
  createTunnelWriter,
  dayOf,
  defaultDiskBudget,
  lostEntries,
  openClientAddress,
  openDiskSpace,
  pipelineThread,
  retentionFromMs,
  runtimeKey,
  sharedClock,
  startAlerts,
  startOutboxReader,
  supervisePipeline,
  systemViewer,
  withSharedReads,
} from '@seismo/server/parts';
import type { BatchReport, Journal, Log, MigrationOptions, Runtime, SharedClock, State } from '@seismo/server/parts';
import { createAppliedEntries } from './applied-entries.ts';
import { answerBackup } from './backup-stream.ts';
import { createChanges } from './changes.ts';
import type { Config } from './config.ts';
import { openControl } from './control.ts';
import { openDashboard } from './dashboard.ts';
import type { Dashboard } from './dashboard.ts';
import { createFront, listen } from './front.ts';
import { startHeartbeat } from './heartbeat.ts';
import { openKit } from './kit.ts';
import { measureOutgoing } from './metrics/measure-outgoing.ts';
import { measureStores } from './metrics/measure-stores.ts';
import { createMetrics } from './metrics/metrics.ts';
import { openOwnStores } from './open-stores.ts';
import { scheduleBackups } from './scheduled-backups.ts';
import { watchServerHealth } from './server-health.ts';
import { watchOutboxLag } from './outbox-lag.ts';
import { whyNotReady } from './readiness.ts';
import { openRuntime } from './runtime.ts';
import { progressOf } from './upgrade-page.ts';
import { version } from './version.ts';
import { whyPaused } from './why-paused.ts';

export interface RunningServer {
  url: string;
  config: Config;
  clock: SharedClock;
  state: State;
  journal: Journal;
  runtime: Runtime;
  /** Resolves once the pipeline has applied this entry of the project. */
  applied(projectId: ProjectId, sequence: number): Promise<void>;
  /** Resolves once metrics and releases are measured, alerts about everything until now decided, and messages sent that are due. */
  alertsSettled(): Promise<void>;
  /** When the first span arrived about whose trace the server has yet to decide; `null`: there is none. */
  firstUndecidedAtMs(): Promise<number | null>;
  /** What pages show of the server's health is from now. */
  renewHealth(): Promise<void>;
  /** Resolves when this server cannot go on: end the process. */
  broke: Promise<{ stage: 'lease' | 'store'; reason: string; message: string }>;
  /** Stops taking requests, lets answers under way finish, drains the pipeline's batch, closes the stores. */
  close(): Promise<void>;
}

/**
 * Opens the stores, starts the parts of the server and listens. Throws an Error with one clear message if it cannot.
 */
export async function startServer(
  config: Config,
  options: { dev: boolean; dashboard: boolean; log: Log; clock?: SharedClock; acceptLoss?: boolean } & MigrationOptions,
): Promise<RunningServer> {
  const { log, clock = sharedClock() } = options;
  const metrics = createMetrics({ version, pipelineThreads: config.pipelineThreads });
  const { promise: broke, resolve: breakOff } = Promise.withResolvers<Awaited<RunningServer['broke']>>();
  const opened = await openOwnStores(config, clock, {
    ...options,
    reopened: metrics.reopened,
    migrationEnded: (reason) => {
      if (reason === null) log.info({ stage: 'store' }, 'upgraded the telemetry store');
      else breakOff({ stage: 'store', reason, message: 'the telemetry store could not be upgraded' });
    },
  });
  const stores = measureStores(opened, metrics);
  const { state, journal, telemetry } = stores;
  const isMigrating = () => telemetry.migration() !== null;
  if (isMigrating()) log.info({ stage: 'store' }, 'upgrading the telemetry store; reports are accepted meanwhile');
  const loseLease = (reason: string) =>
    breakOff({ stage: 'lease', reason, message: 'this server lost its lease on the state store' });
  state.onLeaseLost(({ message }) => loseLease(message));

  const budgetBytes = config.diskBudgetBytes ?? (await defaultDiskBudget(state, config.dataDir));
  const spanBudgetBytes = (budgetBytes * config.spanSharePercent) / 100;
  const space = await openDiskSpace({
    folder: config.dataDir,
    floorBytes: config.diskFloorBytes,
    budgetBytes,
    spanBudgetBytes,
    clock,
    log,
  });

  const changes = createChanges(clock);
  space.onChange(() => changes.emitAll());
  const liveMetrics = metrics.outboxReader('live');
  const live = await startOutboxReader(state, {
    name: 'live',
    read: (rows) => {
      liveMetrics.read(rows.length);
      changes.emit([...new Set(rows.flatMap(({ projectIds }) => projectIds))]);
      return null;
    },
    failed: (error) => {
      liveMetrics.failed();
      log.warn({ stage: 'outbox', reason: String(error) }, 'the outbox could not be read for live updates');
    },
  });
  const outgoing = measureOutgoing(
    createOutgoing({ internal: config.internalHosts, paused: () => whyPaused(state) }),
    metrics,
  );
  const touchLastUsed = createLastUsedWriter(state, log);
  const health = await watchServerHealth({
    space,
    journal,
    state,
    clock,
    lostEntries: stores.lost,
    schedule: config.backups,
  });
  const alertMetrics = metrics.outboxReader('alerts');
  const alerts = await startAlerts({
    state,
    telemetry,
    blobs: stores.blobs,
    clock,
    config,
    touchLastUsed,
    outgoing,
    random: Math.random,
    async lagMs() {
      const { oldestReceivedAtMs } = await journal.stats();
      return oldestReceivedAtMs === null ? 0 : clock.now() - oldestReceivedAtMs;
    },
    serverHealth: health.read,
    read: alertMetrics.read,
    failed: (stage, error) => {
      if (stage === 'alerts') alertMetrics.failed();
      log.warn({ stage, reason: String(error) }, 'alerts are late; Seismo tries again');
    },
  });
  const outboxLag = watchOutboxLag(state, clock, log);
  const positions = await state.lanePositions();
  // Before the pipeline runs, so that nothing it applies is counted twice or missed.
  const usedToday = await usedSince(dayOf(clock.now()), stores, positions);
  const appliedEntries = createAppliedEntries(positions);
  const pipeline = supervisePipeline({
    thread: pipelineThread,
    stores: stores.locations,
    journal,
    telemetry,
    clock,
    threadCount: config.pipelineThreads,
    log,
    restarted: () => {
      metrics.restarted();
      health.restarted();
    },
    failed: metrics.batchFailed,
    published: () => {
      live.wake();
      alerts.wake();
    },
    leaseLost: loseLease,
    disk: { folder: config.dataDir, budgetBytes, spanBytes: spanBudgetBytes },
    ageFromMs: await retentionFromMs(state, clock.now()),
    // A failed measurement is repeated every two seconds.
    measured: (usedBytes) => void space.setUsedBytes(usedBytes).catch(() => undefined),
    needsRoom: () => void space.releaseReserve().catch(() => undefined),
    applied: (report) => {
      metrics.applied(report);
      appliedEntries.advance(report.positions);
    },
  });

  const backups = createBackups({
    stores: stores.locations,
    telemetry,
    journal,
    state,
    commits: pipeline.commits,
    clock,
    version,
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
    refusedWith: metrics.refused,
  });
  const clientAddress = openClientAddress(config.trustedProxies);
  const probe = createProbe({ newName: () => randomBytes(16).toString('hex'), clientAddress });
  const { runtime, close: closeRuntime } = openRuntime({
    stores,
    clock,
    config,
    space,
    outgoing,
    deliverer: alerts.deliverer,
    sendEmail: alerts.sendEmail,
    touchLastUsed,
    serverHealth: health.read,
    kit: kit.addresses,
    probe,
    dev: options.dev,
    onChange: changes.on,
    onKeysChanged: ingest.invalidateKeys,
    log,
  });
  (globalThis as Record<symbol, unknown>)[runtimeKey] = runtime;

  const notReady = () => whyNotReady({ space, ingest, state, journal, clock, isMigrating });
  let dashboard: Dashboard | null = null;
  const api = createApiListener({ ...runtime, log });
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
    migration: telemetry.migration,
    upgrade: (request, socket, head) => (dashboard ? dashboard.upgrade(request, socket, head) : void socket.destroy()),
    began: metrics.requestBegan,
    health: {
      probed: probe.arrived,
      ready: async () => {
        const why = await notReady();
        return { ready: why === null, why: why ?? 'ready' };
      },
      metrics: async () => ({
        contentType: metrics.registry.contentType,
        text: await metrics.text({
          isReady: async () => (await notReady()) === null,
          journal: journal.stats,
          lostEntries: () => lostEntries({ state }),
          outboxReaders: state.outboxReaders,
          disk: space.status,
          backups: () => health.read().backups,
          bodyMemoryBytes: ingest.bodyMemoryBytes,
          nowMs: clock.now,
        }),
      }),
    },
    log,
  });
  await listen(front.server, config.host, config.port);
  const control = await openControl(
    config.dataDir,
    {
      backupProgress: async () => backups.progress(),
      healthCheck: async (id: string, fix: boolean) =>
        runtime.command.runHealthCheck(await systemViewer(state), id, { fix }),
      deadLetters: async (projects: string[]) => runtime.query.deadLetters(await systemViewer(state), projects),
      readDeadLetter: async (project: string, id: number) =>
        runtime.command.readDeadLetter(await systemViewer(state), project, id),
      replayDeadLetter: async (project: string, id: number) =>
        runtime.command.replayDeadLetter(await systemViewer(state), project, id),
      replayDeadLetters: async (project: string, reason: string | null) =>
        runtime.command.replayDeadLetters(await systemViewer(state), project, reason),
    },
    async (request, response) => {
      const migration = telemetry.migration();
      if (migration === null) return answerBackup(request, response, backups, log);
      response
        .writeHead(409)
        .end(`Seismo is upgrading its data (${progressOf(migration)}). Try again when it is done.`);
    },
    log,
  );
  const heartbeat =
    config.heartbeatUrl === null
      ? null
      : startHeartbeat({
          url: config.heartbeatUrl,
          outgoing,
          whyNotReady: notReady,
          counted: metrics.heartbeat,
          log,
        });
  const schedule = scheduleBackups({ config, backups, state, clock, log, isMigrating });
  health.watchBackups({ progress: backups.progress, failure: schedule.failure });
  // After the socket: preparing Next blocks this thread, and reports come first.
  if (options.dashboard) dashboard = openDashboard({ dev: options.dev, hostname: config.host, port: config.port });

  return {
    url: config.publicUrl,
    config,
    clock,
    state,
    journal,
    runtime,
    broke,
    applied: appliedEntries.wait,
    alertsSettled: alerts.settled,
    firstUndecidedAtMs: async () => (await telemetry.query('undecidedSpans', {}))[0]?.firstAtMs ?? null,
    renewHealth: health.renew,
    close: async () => {
      heartbeat?.stop();
      await front.stop();
      await backups.close();
      await schedule.stop();
      await control.close();
      outboxLag.stop();
      health.stop();
      // The pipeline waits for the end of the migration, which the next start continues.
      if (isMigrating()) await Promise.allSettled([pipeline.stop(), telemetry.close()]);
      const inOrder = [
        ingest.close,
        pipeline.stop,
        closeRuntime,
        async () => dashboard?.close(),
        live.stop,
        alerts.stop,
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

/** Bytes since the beginning of a day that are applied already, and those that wait in the journal. */
async function usedSince(
  day: number,
  { state, journal }: { state: State; journal: Journal },
  positions: BatchReport['positions'],
) {
  const [applied, waiting] = await Promise.all([
    state.usageSince(day),
    journal.waitingBytes(positions, day * 24 * 3600 * 1000),
  ]);
  return [...applied, ...waiting];
}
