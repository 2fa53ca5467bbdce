import { dirname, join } from 'node:path';
import { systemClock, type Clock } from '#platform/clock.ts';
import { openDiskBlobs } from './blobs/disk.ts';
import type { State } from './state/contract.ts';
import { copyState, type CopyProgress } from './state/copy.ts';
import type { StateDatabase } from './state/engine.ts';
import { openSqliteDatabase } from './state/engines/sqlite/open.ts';
import { SECRET_KEY_FILE } from './state/secret-box.ts';
import { stateOver } from './state/state.sql.ts';

/** Where the stores are that every thread and command opens for itself. Plain data, so that it can be sent to a thread. */
export interface StoreLocations {
  statePath: string;
  /** `postgres://…` instead of the SQLite file at `statePath`; the key of the secrets stays beside that path. */
  stateUrl: string | null;
  blobsPath: string;
}

export type StateLocation = Pick<StoreLocations, 'statePath' | 'stateUrl'>;

export async function openState(location: StateLocation, clock: Clock = systemClock): Promise<State> {
  return stateOver(await openDatabase(location), clock);
}

async function openDatabase(
  { statePath, stateUrl }: StateLocation,
  options: { idleTransactionMsMax?: number } = {},
): Promise<StateDatabase> {
  if (stateUrl === null) return openSqliteDatabase(statePath);
  // Loaded here only: most servers never need it.
  const { openPostgresDatabase } = await import('./state/engines/postgres/open.ts');
  return openPostgresDatabase(stateUrl, join(dirname(statePath), SECRET_KEY_FILE), options);
}

/** Copies a state store to an empty one of either engine; gives the number of rows. */
export async function copyStateStore(from: StateLocation, to: StateLocation, progress: CopyProgress): Promise<number> {
  // Each waits in its transaction while the other works.
  const patient = { idleTransactionMsMax: 0 };
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
