import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { systemClock, type Clock } from '#platform/clock.ts';
import type { MigrationOptions } from '#platform/migration-copy.ts';
import { STORE_ID } from './claim.ts';
import { openLeaseFile } from './lease-file.ts';
import { openDiskBlobs } from './blobs/disk.ts';
import type { State } from './state/contract.ts';
import { copyState, type CopyProgress } from './state/copy.ts';
import type { StateDatabase } from './state/engine.ts';
import type { PostgresOptions } from './state/engines/postgres/open.ts';
import { openSqliteDatabase } from './state/engines/sqlite/open.ts';
import { SECRET_KEY_FILE } from './state/secret-box.ts';
import { stateOver } from './state/state.sql.ts';

/**
 * The locations of the stores that each thread and command opens for itself. Plain data, so it can be sent to a thread.
 */
export interface StoreLocations {
  statePath: string;
  /** `postgres://…` instead of the SQLite file at `statePath`; the key of the secrets stays beside that path. */
  stateUrl: string | null;
  /** The lease of the server, under which its threads write. Commands have none. */
  leaseEpoch?: number;
  blobsPath: string;
}

export type StateLocation = Pick<StoreLocations, 'statePath' | 'stateUrl' | 'leaseEpoch'>;

export async function openState(location: StateLocation, clock: Clock = systemClock): Promise<State> {
  return stateOver(await openDatabase(location), clock, location.leaseEpoch);
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

/**
 * Opens the stores for the one server that applies batches to them. On PostgreSQL a lock excludes a second server; on
 * SQLite the file lock of the telemetry store does, which the caller opens first.
 *
 * The data directory records in `state-lease.json` the last server and the last outbox ID, so a state store that was
 * set back is refused unless `acceptLoss` is set. The caller takes the lease once all stores match.
 */
export async function openServerStores(
  locations: StoreLocations,
  clock: Clock,
  { acceptLoss, ...migration }: { acceptLoss: boolean } & MigrationOptions,
) {
  const holder = `${processName()}, started ${new Date(clock.now()).toISOString()}`;
  let leased: State | undefined;
  const opened = await openDatabase(locations, {
    ...migration,
    server: { holder, verifyLease: async () => leased?.write(async () => {}) },
  });
  let closed: Promise<void> | undefined;
  const database = { ...opened, close: () => (closed ??= opened.close()) };
  try {
    const state = stateOver(database, clock);
    const blobs = await openDiskBlobs(locations.blobsPath);
    // For a new state store, or that of another Seismo, `matchStores` gives a better reason.
    const isOwn = (await blobs.storeId()) === (await state.setting(STORE_ID));
    const leaseFile = await openLeaseFile(dirname(locations.statePath), { state, holder, isOwn, acceptLoss });
    const takeLease = async () => {
      const epoch = await leaseFile.take();
      leased = stateOver(database, clock, epoch);
      const { close } = leased;
      leased.close = () => leaseFile.close().then(close);
      return { state: leased, locations: { ...locations, leaseEpoch: epoch } };
    };
    return { state, blobs, loss: leaseFile.loss, takeLease };
  } catch (error) {
    await database.close();
    throw error;
  }
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

export async function openStores(locations: StoreLocations, clock?: Clock) {
  const [state, blobs] = await Promise.all([openState(locations, clock), openDiskBlobs(locations.blobsPath)]);
  return { state, blobs };
}
