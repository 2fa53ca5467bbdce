import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  BIGINT,
  DuckDBListValue,
  LIST,
  type DuckDBConnection,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import { limits } from '@seismo/protocol';
import type { RowChecksum, Segment, SequenceSpan } from '../../contract.ts';
import { tables, type TableName } from '../../tables/index.ts';
import type { Table } from '../../tables/table.ts';
import { storedColumns } from './schema.ts';

/** The range of a row. */
const RANGE = `sequence // ${limits.SEGMENT_SEQUENCE_COUNT}`;

/**
 * Records the ranges of rows before they change. DuckDB's `returning` would read all columns of the rows, with their
 * bodies.
 */
export async function recordThese(
  connection: DuckDBConnection,
  from: string,
  condition: string,
  values: Record<string, DuckDBValue>,
  types?: Record<string, DuckDBType>,
): Promise<void> {
  const found = await connection.runAndReadAll(
    `select distinct ${RANGE} from ${from} where ${condition}`,
    values,
    types,
  );
  await recordRanges(connection, found.getRows());
}

/** Deletes rows and records their ranges. Rows that stand for them have the sequence of one of them. */
export async function deleteRecorded(
  connection: DuckDBConnection,
  table: TableName,
  condition: string,
  values: Record<string, DuckDBValue>,
  types?: Record<string, DuckDBType>,
): Promise<void> {
  await recordThese(connection, table, condition, values, types);
  await connection.run(`delete from ${table} where ${condition}`, values, types);
}

/** Records, in the transaction of a change, the ranges of changed rows: each once, with the number of its last change. */
export async function recordRanges(connection: DuckDBConnection, rows: readonly DuckDBValue[][]): Promise<void> {
  const ranges = [...new Set(rows.map(([range]) => range!))];
  if (ranges.length === 0) return;
  const next = await connection.runAndReadAll('select coalesce(max(change), 0) + 1 from changed_ranges');
  const change = next.value(0, 0);
  const values = { ranges: new DuckDBListValue(ranges) };
  const types = { ranges: LIST(BIGINT) };
  await connection.run('delete from changed_ranges where range in (select unnest($ranges))', values, types);
  await connection.run(
    'insert into changed_ranges select unnest($ranges), $change',
    { ...values, change },
    { ...types, change: BIGINT },
  );
}

export async function changedSince(
  connection: DuckDBConnection,
  change: number,
): Promise<{ change: number; ranges: number[] }> {
  const found = await connection.runAndReadAll('select range, change from changed_ranges where change > $change', {
    change: BigInt(change),
  });
  const rows = found.getRows().map(([range, at]) => ({ range: Number(range), at: Number(at) }));
  return { change: Math.max(change, ...rows.map(({ at }) => at)), ranges: rows.map(({ range }) => range) };
}

/** Returns the new mark. */
export async function addMark(connection: DuckDBConnection): Promise<string> {
  const added = await connection.runAndReadAll(
    'insert into backup_marks select coalesce(max(number), 0) + 1, uuid() from backup_marks returning number, mark::varchar',
  );
  await connection.run('delete from backup_marks where number <= $number - $count', {
    number: added.value(0, 0),
    count: BigInt(limits.BACKUP_MARK_COUNT_MAX),
  });
  return added.value(1, 0) as string;
}

export async function hasMark(connection: DuckDBConnection, mark: string): Promise<boolean> {
  const found = await connection.runAndReadAll('select 1 from backup_marks where mark::varchar = $mark', { mark });
  return found.currentRowCount > 0;
}

/** One snapshot for the checksum and the file, so that no batch comes between. */
export async function writeSegments(
  connection: DuckDBConnection,
  folder: string,
  table: TableName,
  span: SequenceSpan,
): Promise<Segment[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await connection.run('begin');
  try {
    const segments: Segment[] = [];
    const waiting = [span];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { rows, sum, bytes } = await checksumOf(connection, table, next);
      if (rows === 0) continue;
      const middle = Math.floor((next.from + next.before) / 2);
      if (bytes > limits.SEGMENT_BYTES_MAX && middle > next.from) {
        waiting.push({ ...next, from: middle }, { ...next, before: middle });
        continue;
      }
      const path = join(folder, `${table}-${next.from}-${next.before}.parquet`);
      await connection.run(
        `copy (select * from ${table} where ${within(next)}) to ${quoted(path)} (format parquet, compression zstd)`,
      );
      segments.push({ ...next, table, path, rows, sum });
    }
    return segments;
  } finally {
    await connection.run('rollback');
  }
}

export async function readSegment(
  connection: DuckDBConnection,
  folder: string,
  table: TableName,
  file: string,
): Promise<void> {
  const path = join(folder, basename(file));
  await connection.run(`insert into ${table} by name select * from read_parquet(${quoted(path)})`);
}

/**
 * MD5, because its value does not depend on DuckDB's version, of the columns as text. The sum does not depend on the order
 * of the rows, and equal rows do not cancel each other out.
 */
export async function checksumOf(
  connection: DuckDBConnection,
  table: TableName,
  span: SequenceSpan,
): Promise<RowChecksum & { bytes: number }> {
  const { hasPosition }: Table = tables[table];
  const columns = storedColumns(tables[table]).map(({ column }) => column);
  const blobs = columns.filter(({ type }) => type === 'blob').map(({ name }) => name);
  const texts = [
    'sequence::varchar',
    ...(hasPosition ? ['position::varchar'] : []),
    ...columns.map(({ name, type }) => (type === 'blob' ? `md5(${name})` : `coalesce(${name}::varchar, chr(0))`)),
  ];
  const bytes = ['strlen(row)', ...blobs.map((name) => `octet_length(${name})`)].join(' + ');
  const found = await connection.runAndReadAll(
    `select count(*), coalesce(sum(md5_number_lower(row)::hugeint), 0)::varchar, coalesce(sum(${bytes}), 0)::bigint
     from (select concat_ws(chr(31), ${texts.join(', ')}) as row${blobs.map((name) => `, ${name}`).join('')}
       from ${table} where ${within(span)})`,
  );
  return { rows: Number(found.value(0, 0)), sum: found.value(1, 0) as string, bytes: Number(found.value(2, 0)) };
}

/** As literals: `copy` takes no parameters. */
function within({ from, before }: SequenceSpan): string {
  return `sequence >= ${BigInt(from)} and sequence < ${BigInt(before)}`;
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", "''")}'`;
}
