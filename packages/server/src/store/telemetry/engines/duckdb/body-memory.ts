import { totalmem } from 'node:os';
import type { DuckDBConnection } from '@duckdb/node-api';

/** DuckDB reads so many rows at a time, and has all their bodies in memory at once. */
const VECTOR_ROW_COUNT = 2048;
/** A checkpoint that rewrites the rows, and queries beside it. */
const VECTORS_AT_A_TIME = 3;
const MiB = 1024 * 1024;
/** For writing a file of spans with many columns (docs/decisions/0081-span-storage.md). */
const FILE_BYTES = 192 * MiB;
/** Large attributes are in memory as JSON, parsed, as columns and as what is left of the JSON. */
const SPAN_VECTORS_AT_A_TIME = 12;

/**
 * Lets DuckDB use as much memory as the bodies in the store need, and at least `leastBytes`: a checkpoint that runs out
 * of memory invalidates the store. Bodies have 3 KB on average and need no more than the least, but clients can send 2048
 * events in a row with 500 KB each. Half of the machine's memory is the limit.
 */
export interface BodyMemory {
  /** Before events are appended, because the commit may make a checkpoint. */
  appending(connection: DuckDBConnection, events: readonly { body: Uint8Array }[]): Promise<void>;
  /** Reads what the store has, at its start and after events were removed. */
  measure(connection: DuckDBConnection): Promise<void>;
  /** While a file of spans of this average size is written, which takes several times as long with more than one thread. */
  whileWriting<T>(connection: DuckDBConnection, spanBytes: number, write: () => Promise<T>): Promise<T>;
}

export function createBodyMemory(leastBytes: number, threads: number): BodyMemory {
  /** The bodies that were appended last, as a ring. */
  const newest = new Float64Array(VECTOR_ROW_COUNT);
  let [next, newestBytes, largestBytes] = [0, 0, 0];
  let limitBytes = leastBytes;
  /** Of each file that is being written. */
  const files: number[] = [];

  async function fit(connection: DuckDBConnection): Promise<void> {
    const neededBytes = leastBytes / 2 + VECTORS_AT_A_TIME * largestBytes;
    const fileBytes = Math.min(
      files.reduce((sum, each) => sum + each, 0),
      totalmem() / 2,
    );
    const bytes = Math.max(leastBytes, Math.min(neededBytes, totalmem() / 2)) + fileBytes;
    if (bytes === limitBytes) return;
    limitBytes = bytes;
    // Lowering fails while queries use more, and then changes nothing. The next raise or measurement sets it again.
    await setMemory(connection, bytes).catch(() => {});
  }

  return {
    async appending(connection, events) {
      for (const { body } of events) {
        newestBytes += body.length - newest[next]!;
        newest[next] = body.length;
        next = (next + 1) % VECTOR_ROW_COUNT;
        largestBytes = Math.max(largestBytes, newestBytes);
      }
      await fit(connection);
    },
    async whileWriting(connection, spanBytes, write) {
      const fileBytes = Math.max(FILE_BYTES, SPAN_VECTORS_AT_A_TIME * VECTOR_ROW_COUNT * spanBytes);
      files.push(fileBytes);
      try {
        await fit(connection);
        await connection.run('set global threads = 1');
        return await write();
      } finally {
        files.splice(files.indexOf(fileBytes), 1);
        if (files.length === 0) await connection.run(`set global threads = ${threads}`);
        await fit(connection);
      }
    },
    async measure(connection) {
      // By the number of rows that are left: compaction moves them together.
      const reader = await connection.runAndReadAll(
        `select coalesce(max(bytes), 0)::double from (
           select sum(body_bytes) as bytes
           from (select body_bytes, row_number() over () as number from events)
           group by number // ${VECTOR_ROW_COUNT}
         )`,
      );
      largestBytes = Math.max(reader.value(0, 0) as number, newestBytes);
      await fit(connection);
    },
  };
}

export async function setMemory(connection: DuckDBConnection, bytes: number): Promise<void> {
  await connection.run(`set global memory_limit = '${mebibytes(bytes)}'`);
}

export function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / MiB)}MiB`;
}
