import { dirname, join } from 'node:path';
import { systemClock, type Clock } from '#platform/clock.ts';
import { openDiskBlobs } from './blobs/disk.ts';
import type { State } from './state/contract.ts';
import { openSqliteState } from './state/engines/sqlite/open.ts';
import { SECRET_KEY_FILE } from './state/secret-box.ts';

/** Where the stores are that every thread and command opens for itself. Plain data, so that it can be sent to a thread. */
export interface StoreLocations {
  statePath: string;
  /** `postgres://…` instead of the SQLite file at `statePath`; the key of the secrets stays beside that path. */
  stateUrl: string | null;
  blobsPath: string;
}

export async function openState(
  { statePath, stateUrl }: Omit<StoreLocations, 'blobsPath'>,
  clock = systemClock,
): Promise<State> {
  if (stateUrl === null) return openSqliteState(statePath, { clock });
  // Loaded here only: most servers never need it.
  const { openPostgresState } = await import('./state/engines/postgres/open.ts');
  return openPostgresState(stateUrl, join(dirname(statePath), SECRET_KEY_FILE), { clock });
}

export async function openStores(locations: StoreLocations, clock?: Clock) {
  const [state, blobs] = await Promise.all([openState(locations, clock), openDiskBlobs(locations.blobsPath)]);
  return { state, blobs };
}
