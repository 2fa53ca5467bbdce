import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { DuckDBConnection } from '@duckdb/node-api';
import { failPoint } from '#platform/fail-point.ts';
import { startCopy } from '#platform/migration-copy.ts';
import { newestVersion, storedVersion } from './schema.ts';

const COPY = 'fs.copyFileSync(process.argv[1], process.argv[2], fs.constants.COPYFILE_FICLONE)';

/** Copies the store in use before a migration and compares the number of rows of every table. */
export async function copyBeforeMigration(connection: DuckDBConnection, path: string, bytes: number): Promise<void> {
  const version = await storedVersion(connection);
  if (version === 0 || version >= newestVersion) return;
  const copy = startCopy({ path, name: 'telemetry', version, bytes });
  await connection.run('checkpoint');
  // In a separate process: closing the file in this one would release DuckDB's lock on it.
  await promisify(execFile)(process.execPath, ['-e', COPY, path, copy.path]);
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
