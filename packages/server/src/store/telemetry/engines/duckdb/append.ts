import {
  BIGINT,
  DuckDBDataChunk,
  INTEGER,
  type DuckDBAppender,
  type DuckDBConnection,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { TelemetryBatch } from '../../contract.ts';
import { tableNames, tables, type TableName } from '../../tables/index.ts';
import type { Table } from '../../tables/table.ts';
import { storedColumns } from './schema.ts';
import { storedType, storedValue } from './values.ts';

type Row = Record<string, unknown>;

interface AppendedColumn {
  type: DuckDBType;
  valueOf(row: Row, position: number, sequence: bigint): DuckDBValue;
}

function appendedColumns(table: Table): AppendedColumn[] {
  return [
    { type: BIGINT, valueOf: (_row, _position, sequence) => sequence },
    ...(table.hasPosition ? [{ type: INTEGER, valueOf: (_row: Row, position: number) => position }] : []),
    ...storedColumns(table).map(({ field, column }) => ({
      type: storedType(column),
      // Only changes set these; all of them are text.
      valueOf: field in table.changed ? () => '' : (row: Row) => storedValue(column, row[field]),
    })),
  ];
}

const columns = new Map(tableNames.map((name) => [name, appendedColumns(tables[name])]));

/** DuckDB's vector size: the most rows in one chunk. */
const CHUNK_ROW_COUNT_MAX = 2048;

/**
 * One reused chunk per table: the garbage collector does not see the native memory of chunks, so new chunks would pile
 * up.
 */
export type Chunks = ReadonlyMap<TableName, DuckDBDataChunk>;

export function createChunks(): Chunks {
  return new Map([...columns].map(([name, of]) => [name, DuckDBDataChunk.create(of.map(({ type }) => type))]));
}

/** Appends the rows of a batch, within the connection's transaction. */
export async function appendBatch(connection: DuckDBConnection, chunks: Chunks, batch: TelemetryBatch): Promise<void> {
  for (const name of tableNames) {
    const rows = sorted(tables[name], batch.rows[name] ?? []);
    if (rows.length === 0) continue;
    const appender = await connection.createAppender(name);
    try {
      appendRows(appender, chunks.get(name)!, columns.get(name)!, rows, BigInt(batch.sequence));
    } catch (error) {
      // Closing, even by the garbage collector, would flush the rows that are in it, after the end of the transaction.
      appender.clear();
      throw error;
    } finally {
      appender.closeSync();
    }
  }
}

function sorted({ sort }: Table, rows: readonly object[]): readonly Row[] {
  // Rows are read by the names of their fields.
  const some = rows as readonly Row[];
  if (!sort) return some;
  return some.toSorted((a, b) => sort.reduce((order, name) => order || Number(a[name]) - Number(b[name]), 0));
}

/** Fills chunks with one call per column; an appender without chunks takes one call per value. */
function appendRows(
  appender: DuckDBAppender,
  chunk: DuckDBDataChunk,
  of: readonly AppendedColumn[],
  rows: readonly Row[],
  sequence: bigint,
): void {
  for (let start = 0; start < rows.length; start += CHUNK_ROW_COUNT_MAX) {
    const slice = rows.slice(start, start + CHUNK_ROW_COUNT_MAX);
    chunk.reset();
    chunk.setColumns(of.map(({ valueOf }) => slice.map((row, index) => valueOf(row, start + index, sequence))));
    appender.appendDataChunk(chunk);
  }
}
