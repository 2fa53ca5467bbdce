import type { DuckDBConnection } from '@duckdb/node-api';
import { limits } from '@seismo/protocol';
import { failPoint } from '#platform/fail-point.ts';
import type { TelemetrySpace } from '../../contract.ts';
import { checkpoint } from './checkpoint.ts';

/** Of the store's own file. */
type FileSpace = Omit<TelemetrySpace, 'spanBytes'>;

/** Rows of a row group, the unit that zone maps skip and that a checkpoint writes again. */
export const ROW_GROUP_ROW_COUNT = 16_384;

/**
 * A file with so many free bytes, and so large a share of them, is compacted. What stays free is less than the disk budget
 * has between the start of thinning and the refusal of reports.
 */
const FREE_BYTES_MIN = limits.DISK_BUDGET_THIN_BYTES_MIN - limits.DISK_BUDGET_RESERVE_BYTES;
const FREE_SHARE_MIN = 0.08;
/** Row groups with so many bytes of removed events, and so large a share of them, are written again. */
const REMOVED_BYTES_MIN = 4 * 1024 * 1024;
const REMOVED_SHARE_MIN = 0.2;
/** Rows that one step moves, of each table: about 100 ms. With large bodies it is one row group, of some seconds. */
const MOVED_ROW_COUNT_MAX = 65_536;
const MOVED_BYTES_MAX = 128 * 1024 * 1024;

/** Bodies that are moved at a time. */
const MOVED_PART_BYTES = 16 * 1024 * 1024;

/** More sessions stay where they are. */
const SESSION_COUNT_MAX = 1_000_000;

/**
 * The file and its log. Space that removed rows leave is free once a checkpoint has run. Of ten million events, the table's
 * estimated size finds the newest in 8 ms, the greatest row ID in 33.
 */
export async function spaceOf(connection: DuckDBConnection, bytes: number): Promise<FileSpace> {
  const reader = await connection.runAndReadAll(
    `select
       (free_blocks * block_size)::double,
       (
         select coalesce(sum(body_bytes), 0)::double
         from events
         where rowid >= (
           select estimated_size - ${ROW_GROUP_ROW_COUNT}
           from duckdb_tables()
           where table_name = 'events' and database_name = current_database()
         )
       )
     from pragma_database_size()
     where database_name = current_database()`,
  );
  return {
    bytes,
    freeBytes: Number(reader.value(0, 0)),
    // Once in the file, and once in its temporary files if it does not fit into memory.
    checkpointBytes: 2 * Number(reader.value(1, 0)),
  };
}

/** Frees the space of removed events, and gives free space back to the file system. */
export async function compact(
  connection: DuckDBConnection,
  space: FileSpace,
  inTransaction: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await moveSparse(connection, space, inTransaction);
  await endEarlier(connection, space, inTransaction);
}

/**
 * Moves the events of row groups that lost many of their rows. A checkpoint merges groups only if that leaves fewer, and
 * gives the space of removed rows back only then, or if no row of a group is left.
 */
async function moveSparse(
  connection: DuckDBConnection,
  { bytes, freeBytes }: FileSpace,
  inTransaction: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const stored = await connection.runAndReadAll(
    `select estimated_size::double, (select count(*)::double from events)
     from duckdb_tables()
     where table_name = 'events' and database_name = current_database()`,
  );
  const [all, left] = [stored.value(0, 0) as number, stored.value(1, 0) as number];
  const removedShare = all === 0 ? 0 : 1 - left / all;
  if (removedShare < REMOVED_SHARE_MIN || (bytes - freeBytes) * removedShare < REMOVED_BYTES_MIN) return;
  const ranges = await sparseRanges(connection);
  if (ranges.length === 0) return;
  await inTransaction(() => moveRows(connection, 'events', conditionOf(ranges)));
  await checkpoint(connection);
}

async function sparseRanges(connection: DuckDBConnection): Promise<RowRange[]> {
  const sparse: RowRange[] = [];
  let moved = 0;
  for (const range of await rowGroups(connection, 'events')) {
    const left = await countOf(connection, 'events', conditionOf([range]));
    if (left > (range.to - range.from) * (1 - REMOVED_SHARE_MIN)) continue;
    if (moved > 0 && moved + left > MOVED_ROW_COUNT_MAX) break;
    sparse.push(range);
    moved += left;
  }
  return sparse;
}

/**
 * A checkpoint ends the file behind its last used block, so this moves the rows of the last blocks to the end of their
 * tables: new rows go to the first free blocks. A table keeps the order of its moved rows, and sessions, whose last state
 * is the one stored last, are moved all together.
 */
async function endEarlier(
  connection: DuckDBConnection,
  { bytes, freeBytes, checkpointBytes }: FileSpace,
  inTransaction: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  if (freeBytes < FREE_BYTES_MIN || freeBytes < bytes * FREE_SHARE_MIN) return;
  const [blockSize, used] = await usedBlocks(connection);
  const firstToMove = Math.ceil(used * 1.05) + Math.ceil((8 * 1024 * 1024) / blockSize);
  // Its checkpoint writes the newest row group again. Without room, that would go behind everything else, and again and again.
  const movesMetadata = checkpointBytes <= freeBytes && (await lastMetadataBlock(connection)) >= firstToMove;
  await inTransaction(async () => {
    // Any of them, even one of a single row, may have been written last, behind everything else.
    for (const table of await allTables(connection)) {
      const ranges = await rangesBehind(connection, table, firstToMove, freeBytes);
      if (movesMetadata) ranges.push(...(await rowsBesideRemoved(connection, table)));
      if (ranges.length === 0) continue;
      if (table === 'sessions' && (await countOf(connection, table, 'true')) > SESSION_COUNT_MAX) continue;
      await moveRows(connection, table, table === 'sessions' ? 'true' : conditionOf(ranges));
    }
    // Without a change, a checkpoint writes nothing.
    if (movesMetadata) await moveRows(connection, 'schema_versions', 'true');
    failPoint('compaction:before-commit');
  });
  failPoint('compaction:before-checkpoint');
  await (movesMetadata ? checkpointAllMetadata(connection) : checkpoint(connection));
}

/** A checkpoint leaves the metadata of row groups that have not changed where it is. This one writes all of it again. */
async function checkpointAllMetadata(connection: DuckDBConnection): Promise<void> {
  await connection.run('set experimental_metadata_reuse = false');
  try {
    await checkpoint(connection);
  } finally {
    await connection.run('reset experimental_metadata_reuse');
  }
}

/** A row group, by the IDs of its rows. */
interface RowRange {
  from: number;
  to: number;
}

function conditionOf(ranges: readonly RowRange[]): string {
  return ranges.map(({ from, to }) => `rowid >= ${from} and rowid < ${to}`).join(' or ');
}

/** To the end of the table, in the same order, and in parts whose bodies fit into memory. */
async function moveRows(connection: DuckDBConnection, table: string, condition: string): Promise<void> {
  await connection.run(
    `create or replace temp table moved as
     select rowid as id, sum(${bodyBytes(table)}) over (order by rowid) // ${MOVED_PART_BYTES} as part from ${table} where ${condition}`,
  );
  const parts = await connection.runAndReadAll('select distinct part::bigint from temp.moved order by 1');
  for (const [part] of parts.getRows()) {
    await connection.run(
      `insert into ${table}
       select * from ${table} where rowid in (select id from temp.moved where part = ${String(part)}) order by rowid`,
    );
  }
  await connection.run(`delete from ${table} where rowid in (select id from temp.moved)`);
  await connection.run('drop table temp.moved');
}

async function countOf(connection: DuckDBConnection, table: string, condition: string): Promise<number> {
  return Number((await connection.runAndReadAll(`select count(*) from ${table} where ${condition}`)).value(0, 0));
}

async function bodyBytesOf(connection: DuckDBConnection, table: string, condition: string): Promise<number> {
  const sum = `select coalesce(sum(${bodyBytes(table)}), 0)::double from ${table} where ${condition}`;
  return (await connection.runAndReadAll(sum)).value(0, 0) as number;
}

/** Other columns, and other tables, are small. */
function bodyBytes(table: string): string {
  return table === 'events' ? 'body_bytes' : '0';
}

async function allTables(connection: DuckDBConnection): Promise<string[]> {
  const reader = await connection.runAndReadAll(
    'select table_name from duckdb_tables() where database_name = current_database()',
  );
  return reader.getRows().map(([table]) => String(table));
}

async function lastMetadataBlock(connection: DuckDBConnection): Promise<number> {
  const reader = await connection.runAndReadAll('select max(block_id)::double from pragma_metadata_info()');
  return reader.value(0, 0) as number;
}

async function usedBlocks(connection: DuckDBConnection): Promise<[blockSize: number, used: number]> {
  const reader = await connection.runAndReadAll(
    'select block_size::double, used_blocks::double from pragma_database_size() where database_name = current_database()',
  );
  return [Number(reader.value(0, 0)), Number(reader.value(1, 0))];
}

/** One row of each row group that lost some: a checkpoint writes again which ones are removed only if that has changed. */
async function rowsBesideRemoved(connection: DuckDBConnection, table: string): Promise<RowRange[]> {
  const rows: RowRange[] = [];
  for (const range of await rowGroups(connection, table)) {
    const reader = await connection.runAndReadAll(
      `select count(*)::double, max(rowid)::double from ${table} where ${conditionOf([range])}`,
    );
    const [[left, last]] = reader.getRows() as [[number, number]];
    if (left > 0 && left < range.to - range.from) rows.push({ from: last, to: last + 1 });
  }
  return rows;
}

/** Row groups that have a block behind this one, the last in the file first, as far as the free space has room for them. */
async function rangesBehind(
  connection: DuckDBConnection,
  table: string,
  block: number,
  freeBytes: number,
): Promise<RowRange[]> {
  const ranges: RowRange[] = [];
  let [movedRows, movedBytes] = [0, 0];
  const behind = (await rowGroups(connection, table)).filter(({ lastBlock }) => lastBlock >= block);
  for (const { from, to } of behind.sort((one, other) => other.lastBlock - one.lastBlock)) {
    const bytes = await bodyBytesOf(connection, table, conditionOf([{ from, to }]));
    const isTooMuch = movedRows >= MOVED_ROW_COUNT_MAX || movedBytes + bytes > MOVED_BYTES_MAX;
    // Without room, the file would grow, and would be compacted again and again.
    if (movedBytes + bytes > freeBytes || (ranges.length > 0 && isTooMuch)) break;
    ranges.push({ from, to });
    movedRows += to - from;
    movedBytes += bytes;
  }
  return ranges;
}

async function rowGroups(connection: DuckDBConnection, table: string): Promise<(RowRange & { lastBlock: number })[]> {
  const reader = await connection.runAndReadAll(
    `select
       row_group_id,
       coalesce(sum(count) filter (where column_id = 0 and segment_type <> 'VALIDITY'), 0)::double,
       -- The further blocks have what is larger than 4 KB.
       coalesce(max(greatest(block_id, list_max(additional_block_ids))), -1)::double
     from pragma_storage_info('${table}')
     group by row_group_id
     order by row_group_id`,
  );
  let from = 0;
  return (reader.getRows() as [unknown, number, number][]).map(([, count, lastBlock]) => {
    const range = { from, to: from + count, lastBlock };
    from = range.to;
    return range;
  });
}
