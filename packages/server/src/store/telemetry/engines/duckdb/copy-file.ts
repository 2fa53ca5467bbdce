import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { DuckDBConnection } from '@duckdb/node-api';
import { failPoint } from '#platform/fail-point.ts';
import type { StartedCopy } from '#platform/migration-copy.ts';
import type { RewriteOptions } from './rewrite.ts';

/** Flushed there, because it may take longer than a stop may. */
const COPY = `
const [, from, to] = process.argv;
fs.copyFileSync(from, to, fs.constants.COPYFILE_FICLONE);
fs.fsyncSync(fs.openSync(to, 'r+'));
`;

const PROGRESS_MS = 250;

/** Copies the store in use, after a checkpoint, and compares the number of rows of every table. */
export async function copyBeforeMigration(
  connection: DuckDBConnection,
  path: string,
  copy: StartedCopy,
  { progress, signal }: RewriteOptions,
): Promise<void> {
  const { size } = await stat(path);
  const watch = setInterval(() => {
    const written = stat(copy.path).then((file) => progress(file.size / size));
    // Not there yet.
    written.catch(() => {});
  }, PROGRESS_MS);
  try {
    // In a separate process: closing the file in this one would release DuckDB's lock on it.
    await promisify(execFile)(process.execPath, ['-e', COPY, path, copy.path], { signal });
  } finally {
    clearInterval(watch);
  }
  failPoint('copy:telemetry:written');
  await connection.run(`attach '${copy.path.replaceAll("'", "''")}' as copy (read_only)`);
  const reader = await connection.runAndReadAll(
    `select table_name from duckdb_tables() where database_name = current_database()`,
  );
  for (const [table] of reader.getRows() as [string][]) {
    const counts = `(select count(*) from ${table}) = (select count(*) from copy.${table})`;
    if ((await connection.runAndReadAll(`select ${counts}`)).value(0, 0) !== true) {
      throw new Error(`the copy ${copy.path} differs from the store in "${table}". Nothing was migrated`);
    }
  }
  await connection.run('detach copy');
  copy.finish();
}
