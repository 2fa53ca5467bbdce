import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { openThreadedJournal } from '#journal/open-threaded.ts';
import { systemClock, type Clock } from '#platform/clock.ts';
import { STORE_ID } from './claim.ts';
import { openLeaseFile } from './lease-file.ts';
import { openDiskBlobs } from './blobs/disk.ts';
import type { State } from './state/contract.ts';
import { copyState, type CopyProgress, type StatePage } from './state/copy.ts';
import { dumpState, restoreState, type StateChecksums, type StateDump } from './state/dump.ts';
import type { StateDatabase } from './state/engine.ts';
import type { PostgresOptions } from './state/engines/postgres/open.ts';
import { openSqliteDatabase } from './state/engines/sqlite/open.ts';
import { SECRET_KEY_FILE } from './state/secret-box.ts';
import { stateOver } from './state/state.sql.ts';
import { connectTelemetry, openThreadedTelemetry, type ThreadedOptions } from './telemetry/open-threaded.ts';

/** The locations of all stores. Plain data, so it can be sent to a thread. */
export interface StoreLocations {
  journalPath: string;
  telemetryPath: string;
  statePath: string;
  /** `postgres://…` instead of the SQLite file at `statePath`; the key of the secrets stays beside that path. */
  stateUrl: string | null;
  /** The lease of the server, under which its threads write. Commands have none. */
  leaseEpoch?: number;
  blobsPath: string;
}

export function storesIn(dataDir: string, stateUrl: string | null = null): StoreLocations {
  return {
    journalPath: join(dataDir, 'journal.sqlite'),
    telemetryPath: join(dataDir, 'telemetry.duckdb'),
    statePath: join(dataDir, 'state.sqlite'),
    stateUrl,
    blobsPath: join(dataDir, 'blobs'),
  };
}

export type StateLocation = Pick<StoreLocations, 'statePath' | 'stateUrl' | 'leaseEpoch'>;

/** State alone, for a command beside the server. */
export async function openState(location: StateLocation, clock: Clock = systemClock): Promise<State> {
  return stateOver(await openDatabase(location), clock, location.leaseEpoch);
}

/** State of this version, for inspection: nothing is created, migrated or repaired. */
export async function openStateReadOnly(location: StateLocation): Promise<State> {
  return stateOver(await openDatabase(location, { readOnly: true }), systemClock);
}

async function openDatabase(
  { statePath, stateUrl }: StateLocation,
  options: PostgresOptions = {},
): Promise<StateDatabase> {
  if (stateUrl === null) return openSqliteDatabase(statePath, options);
  // Loaded here only: most servers never need it.
  const { openPostgresDatabase } = await import('./state/engines/postgres/open.ts');
  return openPostgresDatabase(stateUrl, join(dirname(statePath), SECRET_KEY_FILE), options);
}

interface OpenOptions extends ThreadedOptions {
  clock?: Clock;
  /** Goes on with a state store that was set back. */
  acceptLoss?: boolean | undefined;
}

/**
 * Opens all stores for the process that owns them. File locks exclude a second owner of the folder, and on PostgreSQL
 * a lock excludes a second server. A server takes the lease once all stores match.
 */
export async function openStores(
  locations: StoreLocations,
  { clock = systemClock, acceptLoss = false, ...options }: OpenOptions = {},
) {
  const holder = `${processName()}, started ${new Date(clock.now()).toISOString()}`;
  let leased: State | undefined;
  await using opened = new AsyncDisposableStack();
  const closing = <Store extends { close(): Promise<void> }>(store: Store) => opened.adopt(store, () => store.close());
  // Their file locks come before any change of the state store.
  const telemetry = closing(await openThreadedTelemetry(locations.telemetryPath, options));
  const migration = { withoutCopy: options.withoutCopy };
  const journal = closing(await openThreadedJournal(locations.journalPath, migration));
  const server = { holder, verifyLease: async () => leased?.write(async () => {}) };
  const database = await openDatabase(locations, { ...migration, server });
  let closed: Promise<void> | undefined;
  const closeOnce = { ...database, close: () => (closed ??= database.close()) };
  const state = closing(stateOver(closeOnce, clock));
  const blobs = closing(await openDiskBlobs(locations.blobsPath));
  // For a new state store, or that of another Seismo, `matchStores` gives a better reason.
  const isOwn = (await blobs.storeId()) === (await state.setting(STORE_ID));
  const leaseFile = await openLeaseFile(dirname(locations.statePath), { state, holder, isOwn, acceptLoss });
  const stores = opened.move();
  const close = () => stores.disposeAsync();
  return {
    telemetry,
    journal,
    state,
    blobs,
    loss: leaseFile.loss,
    async takeLease() {
      let leaseEpoch = 0;
      leased = await leaseFile.take((epoch) => {
        leaseEpoch = epoch;
        return stores.adopt(stateOver(closeOnce, clock, epoch), (taken) => taken.close());
      });
      stores.defer(leaseFile.close);
      return { state: leased, locations: { ...locations, leaseEpoch } };
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The stores as another thread of the owner uses them. */
export async function connectStores(locations: StoreLocations, telemetryPort: MessagePort, clock?: Clock) {
  const [state, blobs] = await Promise.all([openState(locations, clock), openDiskBlobs(locations.blobsPath)]);
  return { state, blobs, telemetry: connectTelemetry(telemetryPort) };
}

/** The name of this server in messages of other servers. */
function processName(): string {
  return `process ${process.pid} on host ${hostname().slice(0, 32)}`;
}

/** Copies a state store to an empty one of either engine and returns the number of rows. */
export async function copyStateStore(from: StateLocation, to: StateLocation, progress: CopyProgress): Promise<number> {
  // Each waits in its transaction while the other works.
  const server = { holder: `"state copy" ${processName()}`, verifyLease: async () => {} };
  const patient = { idleTransactionMsMax: 0, server };
  const source = await openDatabase(from, patient);
  try {
    const target = await openDatabase(to, patient);
    return await copyState(source, target, progress).finally(() => target.close());
  } finally {
    await source.close();
  }
}

/** The state store as a backup reads it, beside its server. */
export interface StateSource {
  /** The sequence of the last batch that was applied. */
  applied(): Promise<number>;
  setting(name: string): Promise<string | null>;
  dump(): Promise<StateDump>;
  close(): Promise<void>;
}

/** Throws `OlderSchema` instead of migrating. */
export async function openStateSource(location: StateLocation): Promise<StateSource> {
  const database = await openDatabase(location, { readOnly: true });
  const state = stateOver(database, systemClock);
  return {
    applied: () => state.appliedSequence(),
    setting: (name) => state.setting(name),
    dump: () => dumpState(database, STORE_ID),
    close: () => state.close(),
  };
}

/** Fills an empty state store from a dump, and compares it with the dump before it commits. */
export async function restoreStateStore(
  location: StateLocation,
  pages: AsyncIterable<StatePage>,
  expected: StateChecksums,
  settings: Record<string, string>,
): Promise<void> {
  const server = { holder: `"restore" ${processName()}`, verifyLease: async () => {} };
  const target = await openDatabase(location, { idleTransactionMsMax: 0, server });
  await restoreState(target, pages, expected, settings).finally(() => target.close());
}
