import type { ProjectId } from '@seismo/protocol';
import type { LanePosition, LaneShare } from '#platform/lanes.ts';
import type { Salvage } from './salvage.ts';

/**
 * The journal: a durable queue of accepted reports. A resolved `append` survives kill -9 and power loss. Sequences
 * start at 1, grow, and are never reused, not even after everything was trimmed.
 */
export interface Journal {
  /**
   * Resolves with the entry's sequence once it is on disk; rejects if that fails. Many appends share one flush. The
   * journal takes over the body and may move it to another thread, so the caller must not use it any more.
   */
  append(entry: JournalEntry): Promise<number>;
  /**
   * The first entries of each lane, in equal shares up to the limits (always at least one entry, if there is one), by
   * sequence. If the limits leave no share for some lanes, the next read begins with those. The journal owns the
   * bodies: trimmed entries lose theirs.
   */
  read(limits: ReadLimits): Promise<JournalRecord[]>;
  /** Bytes of waiting envelopes since `sinceMs`, by project and key. Replays are left out. */
  waitingBytes(applied: LanePosition[], sinceMs: number): Promise<WaitingBytes[]>;
  /**
   * Removes the entries of these lanes up to their positions. Called only when their effects are durable in the state store, which
   * has applied `batch`.
   */
  trim(applied: LanePosition[], batch: number): Promise<void>;
  /** Counts one more try that ended badly, durably, and answers how many there have been. */
  countTry(sequence: number): Promise<number>;
  /**
   * Stores an entry, or a part of it, that could not be processed, with its reason. Idempotent per (sequence, part).
   * Never drops data: rejects with `DeadLettersFull` once the project has three times as many bytes as are left of
   * `DEAD_LETTER_BYTES_MAX`, and the entry stays in the journal.
   */
  addDeadLetter(entry: NewDeadLetter): Promise<void>;
  /** Newest first. Bodies are left out. */
  listDeadLetters(projectId: ProjectId, entriesMax: number): Promise<DeadLetter[]>;
  /** Dead letters with their bodies in the order of their IDs, after one of them; at least one if there is one. */
  readDeadLetters(projectId: ProjectId, after: number, bytesMax: number): Promise<DeadLetterBody[]>;
  deleteDeadLetters(projectId: ProjectId, ids: number[]): Promise<void>;
  /** One with its entry; `null` if it is unknown. */
  deadLetter(projectId: ProjectId, id: number): Promise<(DeadLetter & { entry: JournalEntry }) | null>;
  /** Moves a dead letter back to the journal's end, marked as a replay, in one transaction. `null` if it is unknown. */
  replay(projectId: ProjectId, id: number): Promise<number | null>;
  /** For backups: rows behind a position, up to so many bytes, but at least one. */
  dump(after: DumpPosition, bytesMax: number): Promise<JournalDump>;
  stats(): Promise<JournalStats>;
  identity(): Promise<JournalIdentity>;
  /** Writes the store ID, and raises the last sequence to `lastSequence` if it is lower. Idempotent. */
  adopt(storeId: string, lastSequence: number): Promise<void>;
  /** Calls `listener` after entries have become readable, once per flush, until the journal is closed. */
  onAppended(listener: () => void): void;
  /** Pending appends end first; later calls reject. */
  close(): Promise<void>;
}

/**
 * `envelope`: an envelope as received, inflated. `refusals`: a JSON array of `RefusedItems`, items that ingest refused,
 * so that outcomes include them exactly once. Tasks are internal work with a JSON body each: they run in order with
 * everything else, once in effect, and have no outcome.
 */
export type JournalEntryKind = 'envelope' | 'refusals' | OperationKind;
export type OperationKind = 'regroup' | 'reprocess' | 'delete' | 'delete-end-user';

export interface JournalEntry {
  kind: JournalEntryKind;
  projectId: ProjectId;
  /** The client key of the report; 0 for none, or from before it was recorded. */
  keyId: number;
  receivedAtMs: number;
  /** The address a `{{auto}}` user address is filled from; already resolved through trusted proxies. */
  clientAddress: string | null;
  userAgent: string | null;
  /** A body of the legacy store endpoint is wrapped into an envelope first. */
  body: Uint8Array;
  /** Categories refused by a rate limit at arrival: items of these are counted as limited, not processed. */
  limitedCategories: string[];
  /** Set on replayed dead letters: their items were counted as received already. */
  replayOf: { reason: 'error' | 'crash' | 'stuck' } | null;
}

export interface ReadLimits {
  entriesMax: number;
  bytesMax: number;
  /** Only this lane. */
  only?: ProjectId;
  /** Not these lanes. */
  except?: readonly ProjectId[];
  /** Only these lanes. Each share has its own turns. */
  share?: LaneShare;
  /** Only what comes after these positions, which were read and are not trimmed yet. */
  after?: readonly LanePosition[];
}

export interface WaitingBytes {
  projectId: ProjectId;
  keyId: number;
  bytes: number;
}

export interface RefusedItems {
  /** As in the entry, per key; absent in entries from before it was recorded. */
  keyId?: number;
  itemKind: string;
  outcome: string;
  reason: string;
  quantity: number;
}

export interface JournalRecord extends JournalEntry {
  sequence: number;
  /** It is not as it was appended: the disk changed it. */
  isDamaged?: true;
  tries: number;
}

export interface NewDeadLetter {
  sequence: number;
  /** Index of the item in the envelope, or -1 for the whole entry. */
  part: number;
  projectId: ProjectId;
  itemKind: string;
  reason: 'error' | 'crash' | 'stuck';
  /** The error's first line, at most 500 characters. */
  detail: string;
  tries: number;
  failedAtMs: number;
  /** Journaled again on replay. */
  entry: JournalEntry;
}

export interface DeadLetter {
  id: number;
  projectId: ProjectId;
  itemKind: string;
  reason: 'error' | 'crash' | 'stuck';
  detail: string;
  tries: number;
  receivedAtMs: number;
  failedAtMs: number;
  bytes: number;
}

export interface DeadLetterBody {
  id: number;
  receivedAtMs: number;
  clientAddress: string | null;
  body: Uint8Array;
}

/** The sequence of an entry and the ID of a dead letter. */
export interface DumpPosition {
  entry: number;
  deadLetter: number;
}

/** A row as it is stored, except for its body. */
export interface JournalRow {
  table: 'entry' | 'dead_letter';
  fields: Record<string, string | number | null>;
  body: Uint8Array;
}

export interface JournalDump {
  rows: JournalRow[];
  through: DumpPosition;
  /** Only if there are no more rows: the greatest numbers ever given, and the dead letters that exist. */
  end: { given: DumpPosition; deadLetters: number[] } | null;
}

export interface JournalIdentity {
  /** Which set of stores the journal belongs to; `null` until it adopted an ID. */
  storeId: string | null;
  lastSequence: number;
  /** The last batch whose entries were trimmed. Survives the removal of entries. */
  trimmedThrough: number;
  /** The entries salvaged on opening, if the journal was damaged. */
  salvaged: Salvage | null;
}

/** The journal has no room for more dead letters of the project. The message is for the operator. */
export class DeadLettersFull extends Error {
  override name = 'DeadLettersFull';
  constructor(projectId: ProjectId, bytes: number) {
    super(
      `Project ${projectId} has ${bytes} bytes of dead letters (reports that could not be processed) and has reached its limit. Its processing is paused, and its reports wait in the journal. Replay the dead letters on the Stats page; if they fail again, upgrade Seismo and replay them again.`,
    );
  }
}

export interface JournalStats {
  /** Entries waiting and their bytes. */
  entries: number;
  bytes: number;
  /** Only of lanes that wait. */
  bytesOfLanes: ReadonlyMap<number, number>;
  lastSequence: number;
  oldestReceivedAtMs: number | null;
  deadLetters: number;
}
