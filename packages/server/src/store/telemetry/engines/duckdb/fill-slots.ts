import {
  BIGINT,
  DuckDBListValue,
  LIST,
  VARCHAR,
  type DuckDBConnection,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import { entryColumns } from '../../tables/entries.ts';
import { rewrite, type RewriteOptions } from './rewrite.ts';

/** Rows whose entries are in memory at a time. */
const FILL_ROW_COUNT = 16_384;

/** Fills the slots of events that were stored before there were slots. It can be run again. */
export async function fillSlots(connection: DuckDBConnection, options: RewriteOptions): Promise<void> {
  await rewrite(
    connection,
    'events',
    options,
    async (span) => {
      const within = 'rowid >= $from and rowid < $to';
      const some = await connection.runAndReadAll(`select rowid, tags, attributes from events where ${within}`, span);
      const rows = some.getRows();
      const values: Record<string, DuckDBValue> = {
        ...span,
        row: new DuckDBListValue(rows.map(([row]) => row!)),
      };
      const types: Record<string, DuckDBType> = { from: BIGINT, to: BIGINT, row: LIST(BIGINT) };
      for (const [entry, at] of [
        ['tags', 1],
        ['attributes', 2],
      ] as const) {
        const entries = rows.map((row) => JSON.parse(String(row[at])) as Record<string, string>);
        for (const { name, store } of entryColumns(entry)) {
          values[name] = new DuckDBListValue(entries.map((each) => String(store(each))));
          types[name] = LIST(VARCHAR);
        }
      }
      const columns = [...entryColumns('tags'), ...entryColumns('attributes')].map(({ name }) => name);
      await connection.run(
        `update events set ${columns.map((column) => `${column} = filled.${column}`).join(', ')}
       from (select unnest($row) as id, ${columns.map((column) => `unnest($${column}) as ${column}`).join(', ')}) as filled
       where events.rowid = filled.id and events.${within.replace('and rowid', 'and events.rowid')}`,
        values,
        types,
      );
    },
    FILL_ROW_COUNT,
  );
}
