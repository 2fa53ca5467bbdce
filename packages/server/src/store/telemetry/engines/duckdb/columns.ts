import {
  BIGINT,
  BLOB,
  BOOLEAN,
  DuckDBBlobValue,
  DuckDBDataChunk,
  INTEGER,
  UBIGINT,
  UUID,
  VARCHAR,
  type DuckDBAppender,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { EventRow, TelemetryBatch } from '../../contract.ts';
import { slots, slotTexts } from './entry-slots.ts';
import type { BatchTable } from './schema.ts';
import { faultText, unmappedFrames } from './map-coverage.ts';
import { tagText, userHash, uuid } from './values.ts';

/** One column of an append: its type and its value in a row. In the order of the table. */
type Column<Row> = readonly [DuckDBType, (row: Row, position: number, sequence: bigint) => DuckDBValue];

const sequenceColumn: Column<unknown> = [BIGINT, (_row, _position, sequence) => sequence];
const positionColumn: Column<unknown> = [INTEGER, (_row, position) => position];

const columns: { [Table in BatchTable]: readonly Column<TelemetryBatch[Table][number]>[] } = {
  events: [
    sequenceColumn,
    [BIGINT, (row) => BigInt(row.organizationId)],
    [BIGINT, (row) => BigInt(row.projectId)],
    [BIGINT, (row) => BigInt(row.issueId)],
    [UUID, (row) => uuid(row.eventId)],
    [BIGINT, (row) => BigInt(row.atMs)],
    [BIGINT, (row) => BigInt(row.receivedAtMs)],
    [VARCHAR, (row) => row.level],
    [VARCHAR, (row) => row.platform],
    [VARCHAR, (row) => row.environment],
    [VARCHAR, (row) => row.release],
    [VARCHAR, (row) => row.dist],
    [VARCHAR, (row) => row.transaction],
    [VARCHAR, (row) => row.userKey],
    [BOOLEAN, (row) => row.handled],
    [VARCHAR, (row) => row.title],
    [VARCHAR, (row) => row.culprit],
    [UUID, (row) => (row.traceId === '' ? null : uuid(row.traceId))],
    [VARCHAR, (row) => tagText(row.tags)],
    [BLOB, (row) => new DuckDBBlobValue(row.body)],
    [VARCHAR, (row) => tagText(row.attributes)],
    [VARCHAR, (row) => row.hash],
    [INTEGER, (row) => row.maps.mapped],
    [INTEGER, (row) => unmappedFrames(row.maps)],
    [VARCHAR, (row) => faultText(row.maps)],
    [VARCHAR, (row) => row.maps.wanted.join(' ')],
    // What a late map says, and what the event had before it followed: both come with changes.
    [VARCHAR, () => ''],
    [VARCHAR, () => ''],
    [VARCHAR, (row) => row.digest],
    ...slots.map(({ entry, slot }): Column<EventRow> => [VARCHAR, (row) => slotsOf(row, entry)[slot]!]),
    [UBIGINT, (row) => userHash(row.userKey)],
  ],
  attachments: [
    sequenceColumn,
    positionColumn,
    [BIGINT, (row) => BigInt(row.organizationId)],
    [BIGINT, (row) => BigInt(row.projectId)],
    [UUID, (row) => uuid(row.eventId)],
    [BIGINT, (row) => BigInt(row.atMs)],
    [VARCHAR, (row) => row.filename],
    [VARCHAR, (row) => row.contentType],
    [VARCHAR, (row) => row.attachmentType],
    [BIGINT, (row) => BigInt(row.bytes)],
    [VARCHAR, (row) => row.blobKey],
  ],
  sessions: [
    sequenceColumn,
    positionColumn,
    [BIGINT, (row) => BigInt(row.organizationId)],
    [BIGINT, (row) => BigInt(row.projectId)],
    [VARCHAR, (row) => row.release],
    [VARCHAR, (row) => row.environment],
    [VARCHAR, (row) => row.sessionId],
    [VARCHAR, (row) => row.userKey],
    [BIGINT, (row) => BigInt(row.startedAtMs)],
    [BIGINT, (row) => BigInt(row.exited)],
    [BIGINT, (row) => BigInt(row.errored)],
    [BIGINT, (row) => BigInt(row.crashed)],
    [BIGINT, (row) => BigInt(row.abnormal)],
  ],
  ledger: [
    sequenceColumn,
    [BIGINT, (row) => BigInt(row.organizationId)],
    [BIGINT, (row) => BigInt(row.projectId)],
    [BIGINT, (row) => BigInt(row.atMs)],
    [VARCHAR, (row) => row.itemKind],
    [VARCHAR, (row) => row.outcome],
    [VARCHAR, (row) => row.reason],
    [BIGINT, (row) => BigInt(row.quantity)],
    [BIGINT, (row) => BigInt(row.keyId)],
  ],
};

/** Columns are filled one after the other, and each event is taken apart once for all of its slots. */
const taken = new WeakMap<Record<string, string>, string[]>();

function slotsOf(row: EventRow, entry: 'tags' | 'attributes'): string[] {
  const entries = row[entry];
  const texts = taken.get(entries) ?? slotTexts(entry, entries);
  taken.set(entries, texts);
  return texts;
}

/** DuckDB's vector size: the most rows that one chunk holds. */
const CHUNK_ROW_COUNT_MAX = 2048;

/**
 * One chunk per table, filled again and again: a chunk's native memory is freed only when the garbage collector finds it,
 * and it never hears how large that is.
 */
export type Chunks = { readonly [Table in BatchTable]: DuckDBDataChunk };

export function createChunks(): Chunks {
  const chunk = (table: BatchTable) => DuckDBDataChunk.create(columns[table].map(([type]) => type));
  return {
    events: chunk('events'),
    attachments: chunk('attachments'),
    sessions: chunk('sessions'),
    ledger: chunk('ledger'),
  };
}

/** Appends the rows in chunks of columns: filled in one call per column, where an appender takes one per value. */
export function appendRows<Table extends BatchTable>(
  appender: DuckDBAppender,
  chunk: DuckDBDataChunk,
  table: Table,
  rows: readonly TelemetryBatch[Table][number][],
  sequence: number,
): void {
  for (let start = 0; start < rows.length; start += CHUNK_ROW_COUNT_MAX) {
    const slice = rows.slice(start, start + CHUNK_ROW_COUNT_MAX);
    chunk.reset();
    chunk.setColumns(
      columns[table].map(([, valueOf]) => slice.map((row, index) => valueOf(row, start + index, BigInt(sequence)))),
    );
    appender.appendDataChunk(chunk);
  }
}
