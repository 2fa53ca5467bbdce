import type { DuckDBConnection, DuckDBType, DuckDBValue } from '@duckdb/node-api';
import { readFiles, type SpanFile } from './catalog.ts';
import { addToCatalog, removeFromCatalog, type Readable } from './move.ts';
import { fromJson, identifier, readFilesDuckdb } from './relation.ts';
import type { WriteFile } from './write.ts';

/** Spans to remove from files. */
export interface FileRemoval {
  /** Of the catalog: files that may have such spans. */
  files: string;
  /** Of the catalog: files that have no others. */
  whole?: string;
  /** Of the spans, with these attributes as columns. */
  spans: string;
  attributes?: readonly string[];
  values: Record<string, DuckDBValue>;
  types: Record<string, DuckDBType>;
}

/** In a transaction: removes whole files from the catalog, and replaces others by files without the removed spans. */
export async function removeFromFiles(
  connection: DuckDBConnection,
  folder: string,
  removal: FileRemoval,
  readable: Readable,
  write: WriteFile,
): Promise<void> {
  const { files, whole, values, types } = removal;
  const of = (condition: string) => readFiles(connection, condition, ...used(condition, values, types));
  if (whole !== undefined) await removeFromCatalog(connection, await of(whole));
  for (const file of readable(await of(files))) await rewriteWithout(connection, folder, file, removal, write);
}

async function rewriteWithout(
  connection: DuckDBConnection,
  folder: string,
  file: SpanFile,
  { spans, attributes = [], values, types }: FileRemoval,
  write: WriteFile,
): Promise<void> {
  const columns = attributes.map((name) => (file.columns.has(name) ? identifier(name) : fromJson('rest', name)));
  const all = readFilesDuckdb(folder, [file]);
  await connection.run(
    `create or replace temp table removed_spans as
     select sequence, position
     from (select ${['sequence', 'position', 'received_at_ms', 'user_key', ...columns].join(', ')} from ${all})
     where ${spans}`,
    ...used(spans, values, types),
  );
  const found = await connection.runAndReadAll('select count(*) from temp.removed_spans');
  const removed = Number(found.value(0, 0));
  if (removed > 0) {
    await removeFromCatalog(connection, [file]);
    if (removed < file.rows) {
      const written = await write(connection, {
        sql: async () => `select * from ${all} where (sequence, position) not in (from temp.removed_spans)`,
        rowBytes: file.rowBytes,
      });
      await addToCatalog(connection, folder, { ...file, ...written });
    }
  }
  await connection.run('drop table temp.removed_spans');
}

/** The parameters that a condition names. */
function used(
  condition: string,
  values: Record<string, DuckDBValue>,
  types: Record<string, DuckDBType>,
): [Record<string, DuckDBValue>, Record<string, DuckDBType>] {
  const named = <Of>(all: Record<string, Of>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => new RegExp(`\\$${name}\\b`).test(condition)));
  return [named(values), named(types)];
}
