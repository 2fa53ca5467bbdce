import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { systemClock, type Clock } from '#platform/clock.ts';
import { openDiskBlobs } from './blobs/disk.ts';
import type { State } from './state/contract.ts';
import { copyState, type CopyProgress } from './state/copy.ts';
import type { StateDatabase } from './state/engine.ts';
import type { PostgresOptions } from './state/engines/postgres/open.ts';
import { openSqliteDatabase } from './state/engines/sqlite/open.ts';
import { SECRET_KEY_FILE } from './state/secret-box.ts';
import { stateOver } from './state/state.sql.ts';

/** Where the stores are that every thread and command opens for itself. Plain data, so that it can be sent to a thread. */
export interface StoreLocations {
  statePath: string;
  /** `postgres://…` instead of the SQLite file at `statePath`; the key of the secrets stays beside that path. */
  stateUrl: string | null;
  /** The lease of the server, whose threads write under it. Commands have none. */
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
  if (stateUrl === null) return openSqliteDatabase(statePath);
  // Loaded here only: most servers never need it.
  const { openPostgresDatabase } = await import('./state/engines/postgres/open.ts');
  return openPostgresDatabase(stateUrl, join(dirname(statePath), SECRET_KEY_FILE), options);
}

/**
 * Opens the stores for the one server that applies batches to them. On PostgreSQL a lock excludes a second server; on
 * SQLite the file lock of the telemetry store in the same folder does, which the caller opens first. The lease also stops
 * a server that lost the lock without noticing.
 */
export async function openServerStores(locations: StoreLocations, clock: Clock) {
  const holder = processName();
  let state: State | undefined;
  const database = await openDatabase(locations, {
    server: { holder, verifyLease: async () => state?.write(async () => {}) },
  });
  try {
    const leaseEpoch = await stateOver(database, clock).write((tx) => tx.takeLease(holder));
    state = stateOver(database, clock, leaseEpoch);
    return { state, blobs: await openDiskBlobs(locations.blobsPath), locations: { ...locations, leaseEpoch } };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** How another server refers to this one. */
function processName(): string {
  return `process ${process.pid} on host ${hostname().slice(0, 32)}`;
}

/** Copies a state store to an empty one of either engine; gives the number of rows. */
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
