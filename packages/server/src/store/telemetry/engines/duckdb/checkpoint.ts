import { setTimeout as sleep } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { limits } from '@seismo/protocol';

const WAIT_MS_MAX = 2 * limits.SEARCH_MS_MAX;
const WAIT_MS = 20;

/**
 * Moves the log into the file. DuckDB refuses that while a query still reads what an `update` has changed since (the
 * transaction of the update counts as a writer until then: `RemoveTransaction` in DuckDB's duck_transaction_manager.cpp), so
 * this waits for such queries. Throws if they take longer than twice the time that a search may take.
 */
export async function checkpoint(connection: DuckDBConnection): Promise<void> {
  const untilMs = performance.now() + WAIT_MS_MAX;
  for (;;) {
    try {
      await connection.run('checkpoint');
      return;
    } catch (error) {
      if (!isRefused(error) || performance.now() >= untilMs) throw error;
    }
    await sleep(WAIT_MS);
  }
}

const isRefused = (error: unknown) =>
  error instanceof Error && error.message.includes('there are other write transactions active');
