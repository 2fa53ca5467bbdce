import { readSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { isMainThread, Worker } from 'node:worker_threads';
import { limits } from '@seismo/protocol';

export interface SearchRequest {
  sql: string;
  parameters: readonly unknown[];
}

export type SearchResponse = 'ready' | { rows: unknown[] } | { error: string };

/**
 * The entry of a process that runs searches one by one on a read-only file. It receives no messages while it searches;
 * its parent kills it.
 */
if (isMainThread) {
  new Worker(new URL(import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: 8, stackSizeMb: 1 } });
  // Blocks while it waits for a lock: this process does nothing else.
  const db = new DatabaseSync(process.argv[2]!, { readOnly: true, timeout: limits.SEARCH_MS_MAX });
  // Negative: in KiB. Larger sorts use temporary files.
  db.exec('pragma cache_size = -16384');
  process.on('message', ({ sql, parameters }: SearchRequest) => {
    try {
      respond({ rows: db.prepare(sql).all(...(parameters as SQLInputValue[])) });
    } catch (error) {
      respond({ error: (error as Error).message });
    }
  });
  respond('ready');
} else {
  // Blocks until the parent's end closes, even while the other thread is searching.
  readSync(0, Buffer.alloc(1));
  process.kill(process.pid, 'SIGKILL');
}

function respond(response: SearchResponse): void {
  process.send!(response);
}
