import type { DebugId, EventId, IssueId, Level, OrganizationId, ProjectId } from '@seismo/protocol';
import type { Asks, QuestionName, Rows } from './queries/index.ts';

/**
 * Telemetry: time-ordered facts. What clients said stays; to which issue it belongs and how it reads may change. A batch carries the journal sequence it came from; after a crash, rows
 * beyond the sequence that the state store recorded are removed with `truncateAfter` and the batch is run again.
 */
export interface Telemetry {
  /** All rows of the batch or none; durable when resolved. Rejected it may be there all the same: `truncateAfter` takes it back. */
  append(batch: TelemetryBatch): Promise<void>;
  /** Removes every row with a greater sequence. */
  truncateAfter(sequence: number): Promise<void>;
  ask<Name extends QuestionName>(name: Name, ask: Asks[Name]): Promise<Rows[Name][]>;
  identity(): Promise<TelemetryIdentity>;
  /** Writes the store id, and raises the applied sequence to `appliedSequence` if it is lower. Idempotent. */
  adopt(storeId: string, appliedSequence: number): Promise<void>;
  /** Bytes on disk. */
  bytes(): Promise<number>;
  close(): Promise<void>;
}

export interface TelemetryIdentity {
  /** Which set of stores the telemetry store belongs to; `null` until it adopted an id. */
  storeId: string | null;
  /** The sequence of the last batch that was appended and not truncated, whether or not any of its rows are left. */
  appliedSequence: number;
  /**
   * Where the damaged log was copied to, if it was cut off at its first unreadable byte to open the store. The cut is
   * final once `adopt` was called; a store that is closed before gets its log back.
   */
  damagedLog: string | null;
}

export interface TelemetryBatch {
  /** The last journal sequence in this batch; every row is stored with it. Greater than that of any batch before. */
  sequence: number;
  events: EventRow[];
  attachments: AttachmentRow[];
  sessions: SessionRow[];
  ledger: LedgerRow[];
  /** Applied after the rows, in order, and only if the batch is kept. */
  changes: EventChange[];
}

/**
 * What becomes of events that are stored already: of one, or of all with a hash, those of this batch among them. The same
 * again changes nothing, since `truncateAfter` does not take changes back and the batch runs again. Of events that are not
 * there nothing is said.
 */
export type EventChange = { projectId: ProjectId } & (
  | {
      eventId: EventId;
      set: Partial<Pick<EventRow, 'issueId' | 'hash' | 'title' | 'culprit' | 'maps' | 'body'> & { mappedHash: string }>;
    }
  | { hash: string; set: Pick<EventRow, 'issueId'> }
  /** Events of an issue, with their attachments; one attachment; or everything of the project, its ledger too. */
  | { forget: IssueId | AttachmentOf | 'all' }
  | { follow: Rehash; set: Pick<EventRow, 'issueId'> }
  | { unfollow: Rehash; set: Pick<EventRow, 'issueId'> }
);

/**
 * Source maps that came late may give events another hash: `mappedHash`. To follow, all with the hash `from` whose mapped
 * hash is `to` take that one, and each keeps which it had, so that they find back.
 */
export interface Rehash {
  from: string;
  to: string;
}

export interface EventRow {
  organizationId: OrganizationId;
  projectId: ProjectId;
  issueId: IssueId;
  /** The grouping hash, which decides about the issue; see `issue_fingerprint`. */
  hash: string;
  eventId: EventId;
  /** Unix ms, corrected. */
  atMs: number;
  receivedAtMs: number;
  level: Level;
  platform: string;
  environment: string;
  release: string;
  dist: string;
  transaction: string;
  /** What makes a person one person: `id:`, `email:`, `username:` or `ip:` and the value; `''` if unknown. */
  userKey: string;
  /** `false` if any exception of the event says it was not handled; `null` if none says anything. */
  handled: boolean | null;
  title: string;
  culprit: string;
  /** 32 hex digits or `''`. */
  traceId: string;
  /** What Next.js calls a server error by, on both sides, or `''`. */
  digest: string;
  tags: Record<string, string>;
  /** What events are searched for by that is no tag and no column: `user.email`, `http.method`. */
  attributes: Record<string, string>;
  /** What became of the frames that a source map could be for. */
  maps: MapCoverage;
  /** `StoredEvent` as JSON, zstd. */
  body: Uint8Array;
}

export interface MapCoverage {
  /** Frames that were led back to their source. */
  mapped: number;
  /** Frames per `MapFault`. Those of `source-content-missing` are mapped as well; all others are not. */
  faults: Record<string, number>;
  /** Debug ids of the files of frames that are not mapped, each once. */
  wanted: DebugId[];
}

/** Which attachment of an event. */
export type AttachmentOf = Pick<AttachmentRow, 'eventId' | 'blobKey' | 'filename'>;

export interface AttachmentRow {
  organizationId: OrganizationId;
  projectId: ProjectId;
  eventId: EventId;
  atMs: number;
  filename: string;
  contentType: string;
  attachmentType: string;
  bytes: number;
  blobKey: string;
}

/**
 * One state of one session, or a pre-aggregated minute from a server SDK (`sessionId` is '' then). The last state by
 * `sequence`, then order of arrival, counts.
 */
export interface SessionRow {
  organizationId: OrganizationId;
  projectId: ProjectId;
  release: string;
  environment: string;
  sessionId: string;
  userKey: string;
  startedAtMs: number;
  /** For aggregates the numbers of the minute; for a single session exactly one of the four is 1. */
  exited: number;
  errored: number;
  crashed: number;
  abnormal: number;
}

/** Adds to one cell of the ledger. `received` rows count what came; the others, what became of it. */
export interface LedgerRow {
  organizationId: OrganizationId;
  projectId: ProjectId;
  /** The client key it came in by; 0: none, or not known. */
  keyId: number;
  /** Unix ms of arrival, cut to the minute. */
  atMs: number;
  /** An `ItemKind`, or for client reports the client's data category. */
  itemKind: string;
  /** An `Outcome`, `received`, or `client-discard` (what a client says it dropped by itself; not part of the sum). */
  outcome: string;
  reason: string;
  /** May be negative: a replayed dead letter takes its `failed` back. */
  quantity: number;
}
