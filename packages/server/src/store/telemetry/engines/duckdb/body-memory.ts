import { totalmem } from 'node:os';
import type { DuckDBConnection } from '@duckdb/node-api';

/** DuckDB reads so many rows at a time, and has all their bodies in memory at once. */
const VECTOR_ROW_COUNT = 2048;
/** A checkpoint that rewrites the rows, and queries beside it. */
const VECTORS_AT_A_TIME = 3;
const MiB = 1024 * 1024;

/**
 * Lets DuckDB use as much memory as the bodies in the store need, and at least `leastBytes`: a checkpoint that runs out
 * of memory invalidates the store. Bodies have 3 KB on average and need no more than the least, but clients can send 2048
 * events in a row with 500 KB each. Half of the machine's memory is the limit.
 */
export async function fitMemory(connection: DuckDBConnection, leastBytes: number): Promise<void> {
  const reader = await connection.runAndReadAll(
    `select coalesce(max(bytes), 0)::double
     from (select sum(body_bytes) as bytes from events group by rowid // ${VECTOR_ROW_COUNT})`,
  );
  const neededBytes = leastBytes / 2 + VECTORS_AT_A_TIME * (reader.value(0, 0) as number);
  const bytes = Math.max(leastBytes, Math.min(neededBytes, totalmem() / 2));
  // Lowering fails while a query uses more; the next call repeats it.
  await setMemory(connection, bytes).catch(() => {});
}

export async function setMemory(connection: DuckDBConnection, bytes: number): Promise<void> {
  await connection.run(`set global memory_limit = '${mebibytes(bytes)}'`);
}

export function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / MiB)}MiB`;
}
