import type { DuckDBConnection } from '@duckdb/node-api';
import { failPoint } from '#platform/fail-point.ts';
import { OlderSchema } from '#platform/open-failure.ts';
import { tableNames, tables } from '../../tables/index.ts';
import type { Column, Table } from '../../tables/table.ts';
import { fillSlots } from './fill-slots.ts';
import { rewrite, type RewriteOptions } from './rewrite.ts';

/** Changes rows of a large table, in steps that can be run again. */
type Rewrite = (connection: DuckDBConnection, options: RewriteOptions) => Promise<void>;

/**
 * Data migrations of a schema version, after its tables and columns were added: numbered, forward only, frozen once
 * released. Statements commit together with their version.
 */
const conversions: Record<number, readonly string[] | Rewrite> = {
  8: fillSlots,
  9: updateEvents(`user_hash = case user_key when '' then 0 else md5_number_lower(user_key) end`),
  11: [
    `create table store_identity (store_id varchar, applied_sequence bigint not null)`,
    `insert into store_identity select null, max(sequence) from (
      select coalesce(max(sequence), 0) as sequence from events
      union all select coalesce(max(sequence), 0) from attachments
      union all select coalesce(max(sequence), 0) from sessions
      union all select coalesce(max(sequence), 0) from ledger
    )`,
  ],
  12: [
    `alter table store_identity add column last_entry bigint default 0`,
    `update store_identity set last_entry = applied_sequence`,
  ],
  14: updateEvents('body_bytes = octet_length(body)'),
  15: [`create table changed_ranges (range bigint not null, change bigint not null)`],
  16: [`create table backup_marks (number bigint not null, mark uuid not null)`],
};

function updateEvents(assignment: string): Rewrite {
  return (connection, options) =>
    rewrite(connection, 'events', options, (span) =>
      connection.run(`update events set ${assignment} where rowid >= $from and rowid < $to`, span),
    );
}

/** From this version on, the store records its identity as it is read today. */
export const IDENTITY_VERSION = 12;

const versionOf = ({ added }: Column<unknown>): number => added?.version ?? 0;

/** The columns behind `sequence` and `position`, in the order of the stored table. */
export function storedColumns({ fields, changed }: Table): { field: string; column: Column<unknown> }[] {
  const all = Object.entries({ ...fields, ...changed }).flatMap(([field, columns]) =>
    columns.map((column: Column<unknown>) => ({ field, column })),
  );
  return all.toSorted((a, b) => versionOf(a.column) - versionOf(b.column));
}

export const newestVersion = Math.max(
  ...Object.keys(conversions).map(Number),
  ...tableNames.flatMap((name) => [
    tables[name].version,
    ...storedColumns(tables[name]).flatMap(({ column }) => [versionOf(column), column.renamed?.version ?? 0]),
  ]),
);

/** The tables and columns of a version. Rows are appended in order of arrival, so that zone maps can skip row groups by time. */
function statementsOf(version: number): string[] {
  return tableNames.flatMap((name) => {
    const table: Table = tables[name];
    const columns = storedColumns(table).map(({ column }) => column);
    const nameThen = (column: Column<unknown>) =>
      column.renamed && version < column.renamed.version ? column.renamed.from : column.name;
    const added = columns
      .filter((column) => versionOf(column) === version)
      .map(
        (column) =>
          `alter table ${name} add column if not exists ${nameThen(column)} ${column.type} default ${column.added!.fallback}`,
      );
    const renamed = columns
      .filter((column) => column.renamed?.version === version)
      .map((column) => `alter table ${name} rename column ${column.renamed!.from} to ${column.name}`);
    if (table.version !== version) return [...added, ...renamed];
    const lines = [
      'sequence bigint not null',
      ...(table.hasPosition ? ['position integer not null'] : []),
      ...columns
        .filter((column) => !column.added)
        .map(
          (column) =>
            `${nameThen(column)} ${column.type}${column.isNullable ? '' : ' not null'}${column.isUncompressed ? ' using compression uncompressed' : ''}`,
        ),
    ];
    return [`create table if not exists ${name} (${lines.join(', ')})`, ...added];
  });
}

/** The schema version of the store in use; 0 for an empty one. */
export async function storedVersion(connection: DuckDBConnection): Promise<number> {
  await connection.run('create table if not exists schema_versions (version integer not null)');
  return readVersion(connection);
}

async function readVersion(connection: DuckDBConnection): Promise<number> {
  const reader = await connection.runAndReadAll('select coalesce(max(version), 0)::integer from schema_versions');
  const version = reader.value(0, 0) as number;
  if (version <= newestVersion) return version;
  throw new Error(`it was written by a newer Seismo (schema ${version}, this one knows ${newestVersion})`);
}

export async function requireNewest(connection: DuckDBConnection): Promise<void> {
  const version = await readVersion(connection);
  if (version < newestVersion) throw new OlderSchema(version, newestVersion);
}

/**
 * Brings the schema to the newest version, each version in its own transaction. A version that rewrites rows takes one
 * transaction for each step, and is recorded after the last.
 */
export async function migrate(connection: DuckDBConnection, { progress, signal }: RewriteOptions): Promise<void> {
  const current = await storedVersion(connection);
  const versions = Array.from({ length: newestVersion - current }, (_, at) => current + 1 + at);
  const rewrites = versions.filter((version) => typeof conversions[version] === 'function');
  for (const version of versions) {
    const conversion = conversions[version] ?? [];
    const inTransaction = async (statements: readonly string[]) => {
      await connection.run('begin');
      for (const statement of statements) await connection.run(statement);
      if (current > 0) failPoint('migration:telemetry:before-commit');
      await connection.run('commit');
    };
    const isNow = `insert into schema_versions values (${version})`;
    if (typeof conversion !== 'function') {
      await inTransaction([...statementsOf(version), ...conversion, isNow]);
      continue;
    }
    await inTransaction(statementsOf(version));
    const before = rewrites.indexOf(version);
    await conversion(connection, { signal, progress: (done) => progress((before + done) / rewrites.length) });
    await inTransaction([isNow]);
  }
}
