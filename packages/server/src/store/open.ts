import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { limits } from '@seismo/protocol';
import { systemClock, type Clock } from '#platform/clock.ts';
import type { MigrationOptions } from '#platform/migration-copy.ts';
import { mismatch, readClaim, STORE_ID, writeClaim } from './claim.ts';
import { openDiskBlobs } from './blobs/disk.ts';
import type { State } from './state/contract.ts';
import { copyState, type CopyProgress } from './state/copy.ts';
import type { StateDatabase } from './state/engine.ts';
import type { PostgresOptions } from './state/engines/postgres/open.ts';
import { openSqliteDatabase } from './state/engines/sqlite/open.ts';
import { LeaseLost, SET_BACK } from './state/lease/contract.ts';
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
  const claimPath = join(dirname(locations.statePath), 'state-lease.json');
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
    const [claim, before] = [await readClaim(claimPath), await state.lease()];
    // For a new state store, or that of another Seismo, `matchStores` gives a better reason.
    const isOwn = (await blobs.storeId()) === (await state.setting(STORE_ID));
    const loss = isOwn ? mismatch(claim, before) : null;
    if (loss !== null && !acceptLoss) {
      throw new Error(
        `${loss} Restore the state store and the data directory from backups of the same time. To go on without what is missing, copy both, then run "npm start -- --accept-loss" once.`,
      );
    }

    const takeLease = async () => {
      const outboxId = Math.max(before.outboxId, claim?.outboxId ?? 0);
      await writeClaim(claimPath, { ...before, ...claim, next: holder, outboxId });
      const epoch = await state.write(async (tx) => {
        if (loss !== null && claim!.outboxId > before.outboxId) {
          await tx.continueOutboxAfter(claim!.outboxId + limits.OUTBOX_LOST_ID_COUNT_MAX);
          // Takes readers past the IDs that are left out.
          tx.publish([{ kind: 'projects-changed', projectIds: [], issueId: null }]);
        }
        return tx.takeLease(holder);
      });
      leased = stateOver(database, clock, epoch);
      const { close, write } = leased;
      let saved = 0;
      const save = async () => {
        const lease = await state.lease();
        if (lease.outboxId === saved || lease.epoch !== epoch) return;
        // A write, because one that fails ends the server.
        if (lease.outboxId < saved) await write(() => Promise.reject(new LeaseLost(SET_BACK)));
        await writeClaim(claimPath, { ...lease, next: null });
        saved = lease.outboxId;
      };
      await save();
      let saving = Promise.resolve();
      // If a save fails, the next one covers it.
      const timer = setInterval(() => (saving = saving.then(save).catch(() => {})), limits.OUTBOX_SAVE_MS).unref();
      leased.close = async () => {
        clearInterval(timer);
        await saving.then(save).catch(() => {});
        await close();
      };
      return { state: leased, locations: { ...locations, leaseEpoch: epoch } };
    };
    return { state, blobs, loss, takeLease };
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
