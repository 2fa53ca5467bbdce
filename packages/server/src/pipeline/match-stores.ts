import type { JournalIdentity } from '#journal/contract.ts';
import { nothingApplied } from '#store/state/batch/contract.ts';
import { STORE_ID } from '#store/claim.ts';
import type { TelemetryIdentity } from '#store/telemetry/contract.ts';
import type { Stores } from './signal.ts';

/** Set to the ID once every store has it, so that an interrupted upgrade or first start continues. */
const STORE_ID_SHARED = 'store-id-shared';
const LOST_ENTRIES = 'lost-entries';

/** A finding for the operator. */
export interface StoreLoss {
  message: string;
  /** Journal entries whose data is lost; `null` if the number is unknown. */
  entries: number | null;
}

export interface MatchOptions {
  newId(): string;
  /** Continue without the content of a lost or damaged store, instead of refusing. */
  acceptLoss: boolean;
}

/** The stores do not belong together; the message has the reason and the remedy. Nothing was changed. */
export class StoresDoNotMatch extends Error {
  override name = 'StoresDoNotMatch';
}

/** What the stores record of themselves. */
export interface StorePositions {
  stateId: string | null;
  isShared: boolean;
  journal: JournalIdentity;
  telemetry: TelemetryIdentity;
  blobsId: string | null;
  /** The sequence that state has applied, and the last entry of any lane. */
  applied: number;
  lastApplied: number;
}

export async function readPositions({
  journal,
  state,
  telemetry,
  blobs,
}: {
  journal: Pick<Stores['journal'], 'identity'>;
  state: Pick<Stores['state'], 'setting' | 'appliedSequence' | 'lanePositions'>;
  telemetry: Pick<Stores['telemetry'], 'identity'>;
  blobs: Pick<Stores['blobs'], 'storeId'>;
}): Promise<StorePositions> {
  const [stateId, sharedId] = [await state.setting(STORE_ID), await state.setting(STORE_ID_SHARED)];
  const positions = await state.lanePositions();
  return {
    stateId,
    isShared: stateId !== null && sharedId === stateId,
    journal: await journal.identity(),
    telemetry: await telemetry.identity(),
    blobsId: await blobs.storeId(),
    applied: await state.appliedSequence(),
    lastApplied: Math.max(0, ...positions.map(({ sequence }) => sequence)),
  };
}

/**
 * Compares the stores: each has the same random ID, and none is older than what another has deleted
 * (docs/decisions/0046-store-identity.md). Throws `StoresDoNotMatch` if not.
 */
export function comparePositions(
  { stateId, isShared, journal, telemetry, blobsId, applied, lastApplied }: StorePositions,
  acceptLoss: boolean,
): { losses: StoreLoss[]; nowApplied: number } {
  const carried: readonly (readonly [name: string, id: string | null])[] = [
    ['journal.sqlite', journal.storeId],
    ['telemetry.duckdb', telemetry.storeId],
    ['blobs', blobsId],
  ];
  requireSameId(stateId, isShared, carried, acceptLoss);

  const losses: StoreLoss[] = [];
  let nowApplied = applied;
  // Deleted journal entries cannot be processed again: if state lacks them, they are lost.
  const gone = Math.max(
    journal.trimmedThrough,
    journal.lastSequence < telemetry.lastEntry ? telemetry.appliedSequence : 0,
  );
  if (gone > applied) {
    const entries = gone - applied;
    if (!acceptLoss || stateId === null) {
      throw new StoresDoNotMatch(
        `The state store is older than the other stores: it holds the first ${applied} journal entries only, and ` +
          `${gone} were processed and removed from the journal. ${RESTORE} ` +
          (stateId === null ? '' : `To continue without these ${entries} entries, ${ACCEPT}`),
      );
    }
    nowApplied = gone;
    losses.push({
      message: `The state store was older than the other stores; ${entries} journal entries are lost`,
      entries,
    });
  } else if (isShared && telemetry.appliedSequence < applied) {
    const entries = applied - telemetry.appliedSequence;
    if (telemetry.damagedLog !== null && !acceptLoss) {
      throw new StoresDoNotMatch(
        `telemetry.duckdb.wal is damaged: the events of ${entries} journal entries come after the damage, and the journal no longer has these entries. Restore the whole data directory from a backup. To continue without them, ${ACCEPT}`,
      );
    }
    losses.push({
      message: `telemetry.duckdb has lost the events of its last ${entries} journal entries: it has ${telemetry.appliedSequence}, the state store ${applied}. A backup may still have them`,
      entries,
    });
  }
  if (journal.salvaged !== null) {
    const { copy, unreadable, unreadableDeadLetters } = journal.salvaged;
    const lost = unreadable.filter((sequence) => sequence > applied);
    losses.push({
      message:
        `journal.sqlite was damaged. Seismo saved all readable entries; ${lost.length} waiting entries` +
        `${lost.length > 0 ? ` (${lost.join(', ')})` : ''} and ${unreadableDeadLetters} dead letters are lost. The damaged file was moved to ${copy}`,
      entries: lost.length,
    });
  }
  if (telemetry.damagedLog !== null) {
    losses.push({
      message: `telemetry.duckdb.wal was damaged and was truncated at the damage. Seismo processes the entries again that are still in the journal. The damaged file was copied to ${telemetry.damagedLog}`,
      entries: 0,
    });
  }
  if (isShared && journal.lastSequence < lastApplied) {
    losses.push({
      message: `journal.sqlite is older than the other stores: it ends at entry ${journal.lastSequence}, the state store at ${lastApplied}. Entries that were waiting in it may be lost`,
      entries: null,
    });
  }
  return { losses, nowApplied };
}

/**
 * Checks, before any read or deletion, that the stores belong together, and gives each the ID and its position. Throws
 * `StoresDoNotMatch` if they do not.
 */
export async function matchStores(stores: Stores, { newId, acceptLoss }: MatchOptions): Promise<StoreLoss[]> {
  const { journal, state, telemetry, blobs } = stores;
  const positions = await readPositions(stores);
  const { stateId, isShared, applied, lastApplied } = positions;
  const { losses, nowApplied } = comparePositions(positions, acceptLoss);
  if (nowApplied > applied) {
    await telemetry.truncateAfter(applied);
    await state.write((tx) => tx.applyBatch({ ...nothingApplied, after: applied, sequence: nowApplied, atMs: 0 }));
  }

  const id = stateId ?? newId();
  if (stateId === null) await state.write((tx) => tx.setSetting(STORE_ID, id));
  await journal.adopt(id, Math.max(lastApplied, positions.telemetry.lastEntry));
  await telemetry.adopt(id, nowApplied);
  if (positions.blobsId !== id) await blobs.adopt(id);
  const lost = losses.reduce((sum, { entries }) => sum + (entries ?? 0), 0);
  if (!isShared || lost > 0) {
    const before = await lostEntries(stores);
    await state.write(async (tx) => {
      await tx.setSetting(STORE_ID_SHARED, id);
      await tx.setSetting(LOST_ENTRIES, String(before + lost));
    });
  }
  return losses;
}

/** Entries whose data was found to be lost since the data directory was created. */
export async function lostEntries({ state }: Pick<Stores, 'state'>): Promise<number> {
  return Number((await state.setting(LOST_ENTRIES)) ?? 0);
}

function requireSameId(
  stateId: string | null,
  isShared: boolean,
  carried: readonly (readonly [name: string, id: string | null])[],
  acceptLoss: boolean,
): void {
  for (const [name, id] of carried) {
    if (id === stateId) continue;
    if (stateId === null) {
      throw new StoresDoNotMatch(
        `The state store is new or older than the other stores, such as ${name}. Without its projects and issues, their data cannot be used. ${RESTORE}`,
      );
    }
    if (id !== null) {
      throw new StoresDoNotMatch(`${name} and the state store belong to different Seismo installations. ${RESTORE}`);
    }
    // Adopted below: cut off while the stores were given their ID, or accepted.
    if (!isShared || acceptLoss) continue;
    throw new StoresDoNotMatch(
      `${name} is new, but the other stores are not: its earlier data is missing. ${RESTORE} To continue without that data, ${ACCEPT}`,
    );
  }
}

const RESTORE = 'Put back the file that belongs here, or restore the whole data directory from one backup.';
const ACCEPT = 'copy the data directory, then run "npm start -- --accept-loss" once.';
