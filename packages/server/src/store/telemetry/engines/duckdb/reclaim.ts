import type { DuckDBConnection } from '@duckdb/node-api';
import { tableNames } from '../../tables/index.ts';
import type { TelemetrySpace } from '../../contract.ts';

/** Rows of a row group, the unit that zone maps skip and that a checkpoint writes again. */
export const ROW_GROUP_ROW_COUNT = 16_384;

/** A file with so many free bytes, and so large a share of them, is compacted. */
const FREE_BYTES_MIN = 32 * 1024 * 1024;
const FREE_SHARE_MIN = 0.2;
/** Rows that one step moves, of each table: about 100 ms. */
const MOVED_ROW_COUNT_MAX = 65_536;

/** More sessions stay where they are. */
const SESSION_COUNT_MAX = 1_000_000;

/**
 * The file and its log. Space that removed rows leave is free once a checkpoint has run. Of ten million events, the table's
 * estimated size finds the newest in 8 ms, the greatest row ID in 33.
 */
export async function spaceOf(connection: DuckDBConnection, bytes: number): Promise<TelemetrySpace> {
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

/**
 * Gives space back to the file system. A checkpoint ends the file behind its last used block, so this moves the rows of
 * the last blocks to the end of their tables: new rows go to the first free blocks. A table keeps the order of its
 * moved rows, and sessions, whose last state is the one stored last, are moved all together.
 */
export async function compact(
  connection: DuckDBConnection,
  { bytes, freeBytes }: TelemetrySpace,
  inTransaction: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  if (freeBytes < FREE_BYTES_MIN || freeBytes < bytes * FREE_SHARE_MIN) return;
  const [blockSize, used] = await usedBlocks(connection);
  const firstToMove = Math.ceil(used * 1.05) + Math.ceil((8 * 1024 * 1024) / blockSize);
  await inTransaction(async () => {
    // The ranges of removed rows and marks of backups were written last, behind everything else.
    for (const table of [...tableNames, 'changed_ranges', 'backup_marks']) {
      const ranges = await rowsBehind(connection, table, firstToMove);
      if (ranges.length === 0) continue;
      if (table === 'sessions' && (await countOf(connection, table)) > SESSION_COUNT_MAX) continue;
      const these =
        table === 'sessions' ? 'true' : ranges.map(([from, to]) => `rowid >= ${from} and rowid < ${to}`).join(' or ');
      await connection.run(`create or replace temp table moved as select rowid as id from ${table} where ${these}`);
      await connection.run(
        `insert into ${table} select * from ${table} where rowid in (select id from temp.moved) order by rowid`,
      );
      await connection.run(`delete from ${table} where rowid in (select id from temp.moved)`);
      await connection.run('drop table temp.moved');
    }
  });
  await connection.run('checkpoint');
}

async function countOf(connection: DuckDBConnection, table: string): Promise<number> {
  return Number((await connection.runAndReadAll(`select count(*) from ${table}`)).value(0, 0));
}

async function usedBlocks(connection: DuckDBConnection): Promise<[blockSize: number, used: number]> {
  const reader = await connection.runAndReadAll(
    'select block_size::double, used_blocks::double from pragma_database_size() where database_name = current_database()',
  );
  return [Number(reader.value(0, 0)), Number(reader.value(1, 0))];
}

/** Row groups that have a block behind this one, as ranges of row IDs. */
async function rowsBehind(
  connection: DuckDBConnection,
  table: string,
  block: number,
): Promise<[from: number, to: number][]> {
  const reader = await connection.runAndReadAll(
    `select
       row_group_id,
       coalesce(sum(count) filter (where column_id = 0 and segment_type <> 'VALIDITY'), 0)::double,
       coalesce(max(block_id), -1)::double
     from pragma_storage_info('${table}')
     group by row_group_id
     order by row_group_id`,
  );
  const ranges: [number, number][] = [];
  let [start, moved] = [0, 0];
  for (const [, count, lastBlock] of reader.getRows() as [unknown, number, number][]) {
    if (lastBlock >= block && moved < MOVED_ROW_COUNT_MAX) {
      ranges.push([start, start + count]);
      moved += count;
    }
    start += count;
  }
  return ranges;
}
