import type { DuckDBConnection } from '@duckdb/node-api';

/** The undo of an update has to fit into memory. */
const STEP_ROW_COUNT = 65_536;

/** The rows of a step, for `rowid >= $from and rowid < $to`. */
export type RowSpan = { from: bigint; to: bigint };

export interface RewriteOptions {
  /** Called before each step with the share of rows that are done, 0 to 1. */
  progress(done: number): void;
  /** Ends the rewrite between two steps, with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** Changes all rows of a table in steps that commit one by one. After an interruption it starts over. */
export async function rewrite(
  connection: DuckDBConnection,
  table: string,
  { progress, signal }: RewriteOptions,
  change: (span: RowSpan) => Promise<unknown>,
  stepRowCount = STEP_ROW_COUNT,
): Promise<void> {
  const reader = await connection.runAndReadAll(`select coalesce(max(rowid) + 1, 0)::bigint from ${table}`);
  const rowCount = Number(reader.value(0, 0));
  for (let from = 0; from < rowCount; from += stepRowCount) {
    progress(from / rowCount);
    signal?.throwIfAborted();
    await change({ from: BigInt(from), to: BigInt(from + stepRowCount) });
    await connection.run('checkpoint telemetry');
  }
}
