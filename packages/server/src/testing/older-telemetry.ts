import { DuckDBInstance } from '@duckdb/node-api';

/** Gives a closed telemetry store the schema 13, whose migration rewrites all events, and runs further statements. */
export async function makeOlder(path: string, statements: string[] = []): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`attach '${path}' as telemetry`);
  await connection.run('use telemetry');
  await connection.run('alter table events drop column body_bytes');
  for (const table of ['thinned', 'counts', 'removals', 'changed_ranges', 'backup_marks'])
    await connection.run(`drop table ${table}`);
  await connection.run('delete from schema_versions where version > 13');
  for (const statement of statements) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}
