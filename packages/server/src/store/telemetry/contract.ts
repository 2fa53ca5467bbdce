import type { EventId, IssueId, ProjectId } from '@seismo/protocol';
import type { UserKeys } from '#domain/end-users/identifiers.ts';
import type { QueryName, QueryParams, QueryRows } from './queries/index.ts';
import type { Range } from './queries/query.ts';
import type { AttachmentRow } from './tables/attachments.ts';
import type { EventRow, events } from './tables/events.ts';
import type { Rows, TableName } from './tables/index.ts';
import type { StoredRowOf } from './tables/table.ts';

/**
 * Telemetry: time-ordered rows that clients sent. A change may move an event to another issue or replace its texts. Every row has
 * the sequence of its batch; after a crash, `truncateAfter` removes the rows beyond the batch that the state store recorded, and
 * their entries are processed again.
 */
export interface Telemetry {
  /** Stores all rows of the batch or none; durable when it resolves. A rejected batch may be stored all the same: `truncateAfter` removes it. */
  append(batch: TelemetryBatch): Promise<void>;
  /** Removes every row with a greater sequence. */
  truncateAfter(sequence: number): Promise<void>;
  query<Name extends QueryName>(name: Name, params: QueryParams[Name]): Promise<QueryRows[Name][]>;
  identity(): Promise<TelemetryIdentity>;
  /** Writes the store ID, and raises the applied sequence to `appliedSequence` if it is lower. Idempotent. */
  adopt(storeId: string, appliedSequence: number): Promise<void>;
  /**
   * Writes a file of older spans that takes the place of new ones, once a project has `rowsMin` of them, or of small files.
   * Only spans that were applied by the sequence `through` are moved: no later truncation removes them. Returns the name of the
   * file for `commitSpanFile`; `null` if there is nothing to do.
   */
  writeSpanFile(of: { through: number; rowsMin: number }): Promise<string | null>;
  /** Returns false if spans were removed since the file was written; they stay where they are then. */
  commitSpanFile(file: string): Promise<boolean>;
  /**
   * Decides about all traces of which an undecided span had arrived by a time: in one transaction, their spans get the rate
   * that they were kept with, or are deleted and logged. Returns how many spans it decided about.
   */
  decideTraces(of: TraceDecision): Promise<number>;
  /** Looks for files of older spans that are missing or cut off. Queries leave out their spans. */
  unreadableSpans(): Promise<UnreadableSpans>;
  space(): Promise<TelemetrySpace>;
  /** Frees the space of removed rows and gives it back to the file system, in bounded steps: calls continue the work. */
  reclaim(): Promise<TelemetrySpace>;
  close(): Promise<void>;
}

export interface TraceDecision {
  /** Only spans that were applied by this sequence change: no later truncation has to revert it. */
  through: number;
  /** Of the log. */
  sequence: number;
  atMs: number;
  arrivedUntilMs: number;
  /** Of all projects; one without a rule keeps all of its traces. */
  rules: TraceRule[];
}

/** A trace is kept if any of its projects has the reason. */
export interface TraceRule {
  projectId: ProjectId;
  /** Of the traces without an error, 0 to 1. */
  share: number;
  /** A segment that takes so long keeps its trace; `null`: none does. */
  slowUs: number | null;
}

export interface UnreadableSpans {
  /** Their paths. */
  files: string[];
  spans: number;
}

export interface TelemetrySpace {
  /** On disk. */
  bytes: number;
  /** Of these, bytes that later rows can use. */
  freeBytes: number;
  /** What the next checkpoint may need for a while, because it writes the newest row group again. */
  checkpointBytes: number;
  /** Of `bytes`, those of the files of older spans. */
  spanBytes: number;
}

/**
 * The rows of a table as files, for backups. A segment has the rows of a span of sequences, in their order. Changes of
 * stored rows are recorded by range: `SEGMENT_SEQUENCE_COUNT` sequences, the first of which is a multiple of it.
 */
export interface TelemetrySegments {
  /**
   * The ranges in which rows were changed or deleted after the change with this number, and the number of the last
   * change. Appended rows are no change, unless their sequence was applied before.
   */
  changedSince(change: number): Promise<{ change: number; ranges: number[] }>;
  /**
   * Adds a random mark and returns it. A store that is set back to a time before has no such mark. The store has the
   * last `BACKUP_MARK_COUNT_MAX` marks.
   */
  addMark(): Promise<string>;
  hasMark(mark: string): Promise<boolean>;
  /** Writes the rows to files in `segmentFolder`, which the caller deletes: none if there are none, several if they are large. */
  writeSegments(table: TableName, span: SequenceSpan): Promise<Segment[]>;
  /** Appends the rows of a file in `segmentFolder`. Later rows must follow later. */
  readSegment(table: TableName, file: string): Promise<void>;
  checksum(table: TableName, span: SequenceSpan): Promise<RowChecksum>;
  /** Links the files of older spans into `segmentFolder`, so that they remain there, and returns their names. */
  linkSpanFiles(): Promise<string[]>;
}

export interface SequenceSpan {
  from: number;
  before: number;
}

/** The number of rows, and a sum of checksums of each row with all its columns, as the store computes it. */
export interface RowChecksum {
  rows: number;
  sum: string;
}

export interface Segment extends SequenceSpan, RowChecksum {
  table: TableName;
  path: string;
}

/** The folder of the files of older spans, beside the store. */
export const spanFolder = (path: string): string => `${path}.spans`;

/** The folder of the segments of a store, beside it. */
export const segmentFolder = (path: string): string => `${path}.segments`;

export interface TelemetryIdentity {
  /** Which set of stores the telemetry store belongs to; `null` until it adopted an ID. */
  storeId: string | null;
  /** The sequence of the last batch that was appended and not truncated, whether or not any of its rows are left. */
  appliedSequence: number;
  /** The greatest journal sequence that any batch had, truncated or not. */
  lastEntry: number;
  /**
   * Where the damaged log was copied to, if it was cut off at its first unreadable byte to open the store. The cut is
   * final once `adopt` was called; a store that is closed before gets its log back.
   */
  damagedLog: string | null;
}

export type { AttachmentRow } from './tables/attachments.ts';
export type { EventRow } from './tables/events.ts';
export type { LedgerRow } from './tables/ledger.ts';
export type { RemovalRow } from './tables/removals.ts';
export type { SessionRow } from './tables/sessions.ts';
export type { SpanRow } from './tables/spans.ts';

/** How far the migration of a store is. */
export interface TelemetryMigration {
  step: 'copy' | 'convert';
  /** Of the step, 0 to 1. */
  done: number;
}

export interface TelemetryBatch {
  /**
   * The number of journal entries applied with this batch and before it; every row is stored with it. It grows with
   * each batch, so readers find later rows by it.
   */
  sequence: number;
  /** The greatest journal sequence of its entries; absent for a batch without entries. */
  lastEntry?: number;
  rows: Partial<Rows>;
  /** Applied after the rows, in order, and only if the batch is stored. */
  changes: EventChange[];
}

/**
 * A change of stored events: of one event, or of all with a hash, including those of this batch. `truncateAfter` does
 * not revert changes, and the batch runs again, so changes are idempotent. A change of an event that does not exist has
 * no effect.
 */
export type EventChange = { projectId: ProjectId } & (
  | { eventId: EventId; set: Partial<Pick<StoredEventRow, SettableField>> }
  | { hash: string; set: Pick<EventRow, 'issueId'> }
  /** Deletes the events of an issue with their attachments, one attachment, an end user's rows, or all of the project. */
  | { delete: IssueId | AttachmentOf | EndUserRows | 'all' }
  | { regroup: Rehash; set: Pick<EventRow, 'issueId'> }
  | { undoRegroup: Rehash; set: Pick<EventRow, 'issueId'> }
  | Removal
);

/** What retention does; the hours of a range are whole ones. */
export type Removal =
  /** Removes the content of these events, and their attachments. They are counted as before. */
  | { thin: EventId[] }
  /** Removes the IDs and users of thinned events in the range; their number per hour stays. */
  | { countOnly: Range }
  /** Deletes the attachments that arrived in the range. */
  | { deleteAttachments: Range }
  /** Deletes the spans that arrived in the range. */
  | { deleteSpans: Range }
  /** Sums up the sessions that started in the range by hour, release and environment. */
  | { sumSessions: Range }
  /** Sums up the cells of the ledger in the range by hour. */
  | { sumLedger: Range };

export type StoredEventRow = StoredRowOf<typeof events>;
export type SettableField = 'issueId' | 'hash' | 'title' | 'culprit' | 'maps' | 'body' | 'mappedHash';

/**
 * A source map that is uploaded after an event may give it another hash: `mappedHash`. Regrouping gives all events with the hash
 * `from` and the mapped hash `to` that hash; each keeps its former hash, so that regrouping can be undone.
 */
export interface Rehash {
  from: string;
  to: string;
}

/** Each table declares what this means for its rows. */
export interface EndUserRows {
  /** Events, or feedback with attachments. */
  eventIds: EventId[];
  /** The user in rows that stay. */
  userKeys: Record<'events' | 'sessions', UserKeys>;
}

/** Identifies an attachment of an event. */
export type AttachmentOf = Pick<AttachmentRow, 'eventId' | 'blobKey' | 'filename'>;
