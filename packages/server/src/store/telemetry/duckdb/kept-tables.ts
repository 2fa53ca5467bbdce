import type { DuckDBConnection } from '@duckdb/node-api';
import type { Parameter } from '../questions/question.ts';
import { runAgain } from './statements.ts';

/**
 * Tables in memory that questions read instead of all events: what several questions, one after the other, would look for in
 * them. There are a few, and the one that was not read for longest is filled anew with what is asked about now.
 */
export interface KeptTables {
  /** The table of `key` while it is read; `null` if there is too much for a table, or all of them are being read. */
  read<T>(connection: DuckDBConnection, of: Kept, read: (table: string | null) => Promise<T>): Promise<T>;
  /** There are more events of this key, or of all. */
  added(key?: string): void;
  /** Rows were removed, or are others now: what is kept does not hold. Who is reading it goes on. */
  changed(): void;
}

export interface Kept {
  key: string;
  parameters: Record<string, Parameter>;
}

export interface KeptTablesOptions {
  /** Tables are named by it. */
  name: string;
  tableCount: number;
  rowCountMax: number;
  /** What is kept of the events after `$sinceSequence`, with a column `sequence`. */
  select: string;
}

interface Table {
  name: string;
  key: string | null;
  /** Whether it may be read. */
  filled: Promise<boolean>;
  /** Events were added that it may not have. */
  lacking: boolean;
  readers: number;
}

export function createKeptTables({ name, tableCount, rowCountMax, select }: KeptTablesOptions): KeptTables {
  // In the order in which they were read.
  const tables = Array.from({ length: tableCount }, (_, index): Table => ({
    name: `memory.${name}_${index}`,
    key: null,
    filled: Promise.resolve(false),
    lacking: false,
    readers: 0,
  }));
  // Gathered before it is written: a scan hands on every 2,048 rows the few that match, and each handing on costs.
  const rows = `with rows as materialized (${select}) select * from rows limit ${rowCountMax + 1}`;

  const rowsAfter = async (connection: DuckDBConnection, into: string, of: Kept, sinceSequence: number) => {
    const result = await runAgain(connection, `${into} ${rows}`, { ...of.parameters, sinceSequence });
    return Number((await result.getRows())[0]?.[0] ?? 0);
  };

  const fill = async (connection: DuckDBConnection, table: string, of: Kept) =>
    (await rowsAfter(connection, `create or replace table ${table} as`, of, -1)) <= rowCountMax;

  const fillUp = async (connection: DuckDBConnection, table: string, of: Kept) => {
    const known = await connection.runAndReadAll(`select count(*), coalesce(max(sequence), -1) from ${table}`);
    const [count, lastSequence] = known.getRows()[0]!.map(Number) as [number, number];
    return count + (await rowsAfter(connection, `insert into ${table}`, of, lastSequence)) <= rowCountMax;
  };

  return {
    async read(connection, of, read) {
      const table = tables.find(({ key }) => key === of.key) ?? tables.find(({ readers }) => readers === 0);
      if (!table) return read(null);
      tables.push(...tables.splice(tables.indexOf(table), 1));
      table.readers += 1;
      try {
        if (table.key !== of.key) {
          table.key = of.key;
          table.lacking = false;
          table.filled = fill(connection, table.name, of);
        } else if (table.lacking) {
          table.lacking = false;
          // What is too much may only be what was kept in pieces.
          table.filled = table.filled.then(
            async (holds) =>
              holds && ((await fillUp(connection, table.name, of)) || (await fill(connection, table.name, of))),
          );
        }
        const { filled } = table;
        const holds = await filled.catch((error: unknown) => {
          // Who asks next tries again.
          if (table.filled === filled) table.key = null;
          throw error;
        });
        return await read(holds ? table.name : null);
      } finally {
        table.readers -= 1;
      }
    },
    added(key) {
      for (const table of tables) if (key === undefined || table.key === key) table.lacking = true;
    },
    changed() {
      for (const table of tables) table.key = null;
    },
  };
}
