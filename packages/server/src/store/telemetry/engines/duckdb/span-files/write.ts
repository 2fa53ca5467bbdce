import { mkdir, open, stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { failPoint } from '#platform/fail-point.ts';
import { spanWeightDuckdb, WEIGHT_UNIT } from '../../../queries/parts/span-weight.ts';
import type { SpanFile } from './catalog.ts';
import { columnType, identifier, pathOf, patternOf, readFilesDuckdb, spanColumns, text } from './relation.ts';

/**
 * The most rows of a row group, whose times and trace IDs a query looks at before it reads the rows, and its bytes in memory.
 * DuckDB has a whole row group in memory while it writes it (docs/decisions/0081-span-storage.md).
 */
const ROW_GROUP_ROW_COUNT = 40_960;
const ROW_GROUP_BYTES = 32 * 1024 * 1024;
/** Columns with more different values than this part of the rows have no dictionary, which would take memory and more bytes. */
const DICTIONARY_SHARE = 10;
/** DuckDB reads and writes so many rows at a time. */
const VECTOR_ROW_COUNT = 2048;
/** Attributes with a column of their own. Searching the others evaluates JSON. */
const COLUMN_COUNT_MAX = 128;
/** Longer names are not worth a column. */
const COLUMN_CHARS_MAX = 200;
/** What a span takes in memory beside its texts: each column has at least a value of 16 bytes, attributes too. */
const COLUMNS_BYTES = 16 * 28;
/** Spans that are read to find the most frequent attributes, and how large they may be together. */
const SAMPLE_ROW_COUNT = 20_000;
const SAMPLE_BYTES = 8 * 1024 * 1024;

/** Rows that become a file. */
export interface FileSource {
  /**
   * SQL that gives `spanColumns`, the columns of the file, and all other attributes as the JSON `rest`. Called once DuckDB has the
   * memory for the file.
   */
  sql(): Promise<string>;
  values?: Record<string, bigint>;
  /** On average, in memory. */
  rowBytes: number;
}

/** Writes a new file and describes it. It is on disk when this resolves. */
export type WriteFile = (connection: DuckDBConnection, source: FileSource) => Promise<WrittenFile>;

/** What the catalog has about a file as it was written. */
export type WrittenFile = Omit<SpanFile, 'organizationId' | 'projectId' | 'dayAtMs'>;

export async function writeSpanFile(
  connection: DuckDBConnection,
  folder: string,
  file: string,
  { sql, values = {}, rowBytes }: FileSource,
): Promise<WrittenFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = pathOf(folder, file);
  const vectors = Math.max(1, Math.floor(ROW_GROUP_BYTES / rowBytes / VECTOR_ROW_COUNT));
  const rowCount = Math.min(ROW_GROUP_ROW_COUNT, vectors * VECTOR_ROW_COUNT);
  await connection.run(
    `copy (${await sql()}) to ${text(path)}
     (format parquet, parquet_version v2, compression zstd, row_group_size ${rowCount},
      dictionary_size_limit ${Math.floor(rowCount / DICTIONARY_SHARE)})`,
    values,
  );
  for (const each of [path, folder]) {
    const handle = await open(each);
    await handle.sync().finally(() => handle.close());
  }
  failPoint('spans:file-written');
  return { ...(await describe(connection, folder, file)), rowBytes: Math.ceil(rowBytes) };
}

async function describe(
  connection: DuckDBConnection,
  folder: string,
  file: string,
): Promise<Omit<WrittenFile, 'rowBytes'>> {
  const found = await connection.runAndReadAll(
    `select count(*)::double, sum(${spanWeightDuckdb})::double / ${WEIGHT_UNIT}, min(start_us)::double, max(start_us)::double, max(sequence)::double
     from ${readFilesDuckdb(folder, [{ file }])}`,
  );
  const [rows, weight, firstUs, lastUs, sequence] = found.getRows()[0] as [number, number, number, number, number];
  const counted = await connection.runAndReadAll(
    `select path_in_schema, sum(num_values - stats_null_count)::double
     from parquet_metadata(${text(patternOf(pathOf(folder, file)))})
     where regexp_matches(path_in_schema, '^"?[sbn]:')
     group by 1`,
  );
  const columns = new Map(counted.getRows().map(([name, count]) => [String(name), count as number]));
  return { file, rows, weight, firstUs, lastUs, sequence, columns, bytes: (await stat(pathOf(folder, file))).size };
}

/** New spans of the table, in the order of their arrival. */
export async function sourceOfNew(
  connection: DuckDBConnection,
  condition: string,
  rows: number,
  values: Record<string, bigint>,
): Promise<FileSource> {
  const measured = await connection.runAndReadAll(
    `select avg(strlen(attributes) + strlen(events) + strlen(links)) from spans where ${condition}`,
    values,
  );
  const rowBytes = COLUMNS_BYTES + (measured.value(0, 0) as number);
  const sampleRowCount = Math.min(SAMPLE_ROW_COUNT, SAMPLE_BYTES / rowBytes);
  const step = BigInt(Math.max(1, Math.floor(rows / sampleRowCount)));
  const counted = await connection.runAndReadAll(
    `select key, count(*)::double
     from (select unnest(json_keys(attributes)) as key from spans where ${condition} and span_id % $step = 0)
     group by 1`,
    { ...values, step },
  );
  const names = mostFrequent(new Map(counted.getRows() as [string, number][]));
  return {
    async sql() {
      const hasRest = await hasOthers(connection, condition, values, names);
      return `
        select ${[
          ...spanColumns,
          ...names.map((name) => `read[${text(name)}] as ${identifier(name)}`),
          `${hasRest ? without('attributes', names) : 'null::varchar'} as rest`,
        ].join(', ')}
        from (select *, ${names.length > 0 ? `from_json(attributes, ${text(structureOf(names))})` : 'null'} as read from spans where ${condition})
      `;
    },
    values,
    rowBytes,
  };
}

/** Whether a span has an attribute with another name. To ask takes a fifth of the time that it takes to make a `rest` for all. */
async function hasOthers(
  connection: DuckDBConnection,
  condition: string,
  values: Record<string, bigint>,
  names: readonly string[],
): Promise<boolean> {
  const isOther = names.length > 0 ? `key not in (${names.map(text).join(', ')})` : 'true';
  const found = await connection.runAndReadAll(
    `select exists (select 1 from (select unnest(json_keys(attributes)) as key from spans where ${condition}) where ${isOther})`,
    values,
  );
  return found.value(0, 0) as boolean;
}

const structureOf = (names: readonly string[]): string =>
  JSON.stringify(Object.fromEntries(names.map((name) => [name, columnType(name)])));

/** The spans of several files as those of one. */
export function sourceOfFiles(folder: string, files: readonly SpanFile[]): FileSource {
  const counts = new Map<string, number>();
  for (const { columns } of files) {
    for (const [name, count] of columns) counts.set(name, (counts.get(name) ?? 0) + count);
  }
  const names = mostFrequent(counts);
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  const bytes = files.reduce((sum, file) => sum + file.rows * file.rowBytes, 0);
  const byStart = files.toSorted((one, other) => one.firstUs - other.firstUs);
  const parts = byStart.map((file) => {
    const { columns } = file;
    const added = names.filter((name) => !columns.has(name));
    const removed = [...columns.keys()].filter((name) => !names.includes(name));
    const selected = [
      ...spanColumns,
      ...names.map((name) => (columns.has(name) ? identifier(name) : `read[${text(name)}] as ${identifier(name)}`)),
      `${restWith(removed, added)} as rest`,
    ];
    // All at once: an expression for each would have memory of its own.
    const read = added.length > 0 ? `from_json(rest, ${text(structureOf(added))})` : 'null';
    return `select ${selected.join(', ')} from (select *, ${read} as read from ${readFilesDuckdb(folder, [file])})`;
  });
  return { sql: async () => parts.join(' union all '), rowBytes: bytes / rows };
}

/** `rest` with attributes that lose their column, and without those that get one; null for none. */
function restWith(removed: readonly string[], added: readonly string[]): string {
  if (removed.length === 0) return added.length === 0 ? 'rest' : without('rest', added);
  const members = removed.flatMap((name) => [text(name), identifier(name)]);
  return without(`json_merge_patch(coalesce(rest, '{}'), json_object(${members.join(', ')}))`, added);
}

/** A JSON object without some members (RFC 7396: those that the patch sets to null); null if there are none left. */
function without(json: string, names: readonly string[]): string {
  const patch = JSON.stringify(Object.fromEntries(names.map((name) => [name, null])));
  return `nullif(json_merge_patch(${json}, ${text(patch)})::varchar, '{}')`;
}

/** Names that can be columns of one file. DuckDB does not distinguish names by case, so of such names one remains in `rest`. */
function mostFrequent(counts: ReadonlyMap<string, number>): string[] {
  const names = new Map<string, string>();
  for (const [name] of [...counts].toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))) {
    const key = name.toLowerCase();
    if (names.size < COLUMN_COUNT_MAX && name.length <= COLUMN_CHARS_MAX && isPlain(name) && !names.has(key)) {
      names.set(key, name);
    }
  }
  return [...names.values()];
}

/** Parquet's metadata, where they are read from, has other characters in another form. */
function isPlain(name: string): boolean {
  return /^[sbn]:[\w.$ -]+$/.test(name);
}
