import type { EventChange, TelemetryBatch } from './contract.ts';
import { tableNames, tables, type Rows, type TableName } from './tables/index.ts';

/**
 * A batch on its way between threads: all blobs in one array. A blob is often a view (zlib returns slices of larger buffers),
 * and cloning a view copies its whole buffer.
 */
export interface PackedBatch {
  batch: Pick<TelemetryBatch, 'sequence' | 'lastEntry'>;
  /** Without the fields that contain blobs. */
  rows: { [Name in TableName]?: object[] | undefined };
  blobs: Uint8Array;
  /** The end of each blob in `blobs`, by row and then by field. */
  ends: number[];
  changes: EventChange[];
}

const blobFields: Record<string, string[]> = Object.fromEntries(
  tableNames.map((table) => [
    table,
    Object.entries(tables[table].fields).flatMap(([name, [column]]) => (column?.type === 'blob' ? [name] : [])),
  ]),
);

export function packBatch({ rows, changes, ...batch }: TelemetryBatch): PackedBatch {
  const found: Uint8Array[] = [];
  const packed: PackedBatch['rows'] = {};
  for (const table of tableNames) {
    const fields = blobFields[table]!;
    packed[table] = fields.length === 0 ? rows[table] : rows[table]?.map((row) => withoutBlobs(row, fields, found));
  }
  const blobs = new Uint8Array(found.reduce((sum, blob) => sum + blob.length, 0));
  let end = 0;
  const ends = found.map((blob) => {
    blobs.set(blob, end);
    return (end += blob.length);
  });
  return { batch, rows: packed, blobs, ends, changes: changes.map(withOwnBody) };
}

function withoutBlobs(row: object, fields: string[], found: Uint8Array[]): object {
  const rest: Record<string, unknown> = { ...row };
  for (const field of fields) {
    found.push(rest[field] as Uint8Array);
    delete rest[field];
  }
  return rest;
}

function withOwnBody(change: EventChange): EventChange {
  return 'eventId' in change && change.set.body
    ? { ...change, set: { ...change.set, body: change.set.body.slice() } }
    : change;
}

export function unpackBatch({ batch, rows, blobs, ends, changes }: PackedBatch): TelemetryBatch {
  let next = 0;
  const withBlobs = (row: object, fields: string[]) => ({
    ...row,
    ...Object.fromEntries(fields.map((field) => [field, blobs.subarray(ends[next - 1] ?? 0, ends[next++])])),
  });
  const unpacked = tableNames.map((table) => {
    const fields = blobFields[table]!;
    return [table, fields.length === 0 ? rows[table] : rows[table]?.map((row) => withBlobs(row, fields))];
  });
  // The rows of `packBatch`, with their blobs again.
  return { ...batch, rows: Object.fromEntries(unpacked) as Partial<Rows>, changes };
}
