import { randomBytes } from 'node:crypto';
import type { ProjectId } from '@seismo/protocol';
import {
  bindCommands,
  bindQueries,
  createBackground,
  healthChecks,
  openAssembler,
  readBundleInThread,
  reprocessEntry,
  roleScopes,
  rolesWith,
  runInThread,
} from '@seismo/server/parts';
import type { createLastUsedWriter, RunningAlerts } from '@seismo/server/parts';
import type { DiskSpace, HealthSubject, Log, Outgoing, Runtime, ServerHealth, SharedClock } from '@seismo/server/parts';
import type { Config } from './config.ts';
import { healthFacts } from './health.ts';
import type { openOwnStores } from './open-stores.ts';
import { createOwnReports } from './own-reports.ts';
import { progressOf } from './upgrade-page.ts';
import { version } from './version.ts';

interface RuntimeDeps {
  stores: Awaited<ReturnType<typeof openOwnStores>>;
  clock: SharedClock;
  config: Config;
  space: DiskSpace;
  outgoing: Outgoing;
  deliverer: RunningAlerts['deliverer'];
  sendEmail: RunningAlerts['sendEmail'];
  touchLastUsed: ReturnType<typeof createLastUsedWriter>;
  serverHealth(): ServerHealth;
  kit: Runtime['kit'];
  probe: HealthSubject['probe'];
  dev: boolean;
  onChange: Runtime['onChange'];
  onKeysChanged(): void;
  log: Log;
}

/** The queries and commands of this server, and what else the dashboard needs of it. */
export function openRuntime({ stores, ...given }: RuntimeDeps) {
  const {
    clock,
    config,
    space,
    outgoing,
    deliverer,
    sendEmail,
    touchLastUsed,
    serverHealth,
    kit,
    probe,
    dev,
    log,
    onChange,
    onKeysChanged,
  } = given;
  const { state, telemetry, blobs, journal, locations } = stores;
  const deps = { state, telemetry, blobs, journal, clock, config, space, serverHealth, touchLastUsed };
  const query = bindQueries(deps, runInThread({ stores: locations, telemetry, clock, config }));
  const assembler = openAssembler({
    state,
    blobs,
    clock,
    read: (bundle) => readBundleInThread(locations.blobsPath, bundle),
    reprocess: async (tasks) => {
      for (const each of tasks) await journal.append(reprocessEntry(each, clock.now()));
    },
    log,
  });
  // Late and at no fixed time, so that the time of an answer does not show what follows it.
  const background = createBackground(
    () => 500 + Math.random() * 1500,
    (error) => log.warn({ stage: 'delivery', reason: String(error) }, 'work after an answer failed'),
  );
  const command = bindCommands({
    ...deps,
    outgoing,
    deliverer,
    sendEmail,
    background,
    assembler,
    random: randomBytes,
    onKeysChanged,
    health: {
      ...healthFacts(config),
      probe,
      stores: {
        state: { store: state },
        journal: { store: journal },
        get telemetry() {
          const migration = telemetry.migration();
          return migration === null
            ? { store: telemetry }
            : { reason: `the server is upgrading it (${progressOf(migration)})`, expected: true };
        },
        blobs: { store: blobs },
      },
    },
  });
  const runtime: Runtime = {
    version,
    publicUrl: config.publicUrl,
    tunnelPath: config.tunnelPath,
    gallery: dev || config.gallery,
    kit,
    healthChecks: healthChecks.map(({ id, title }) => ({ id, title })),
    query,
    command,
    rolesWith,
    roleScopes,
    onChange,
    reportOwn: createOwnReports({
      now: clock.now,
      projectId: async () => {
        const id = await state.setting('own-project-id');
        return id === null ? null : (Number(id) as ProjectId);
      },
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
  const close = async () => {
    await background.stop();
    await assembler.close();
  };
  return { runtime, close };
}
