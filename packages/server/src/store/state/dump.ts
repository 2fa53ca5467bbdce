import { createHash, type Hash } from 'node:crypto';
import { sql } from 'kysely';
import { allTables, clearSeeded, comparable, intoEmpty, readPages, writePage, type StatePage } from './copy.ts';
import type { StateDatabase } from './engine.ts';

/** The number of rows of each table and the checksum of all of them, in the order of the key. Equal on every engine. */
export type StateChecksums = Record<string, { rows: number; sha256: string }>;

/** Everything in a state store as of one time. */
export interface StateDump {
  /** The sequence of the last batch that is in it. */
  applied: number;
  storeId: string | null;
  /** Secrets that only the key file can open. */
  sealed: { authenticators: number; identityProviders: number };
  pages(): AsyncGenerator<StatePage>;
  end(): Promise<void>;
}

export async function dumpState(database: StateDatabase, storeIdSetting: string): Promise<StateDump> {
  const { db, end } = await database.snapshot();
  try {
    const { rows } = await sql<{ applied: number; storeId: string | null; authenticators: number; providers: number }>`
      select (select sequence from applied) as applied,
        (select value from setting where name = ${storeIdSetting}) as "storeId",
        (select count(*) from authenticator) as authenticators,
        (select count(*) from identity_provider) as providers`.execute(db);
    const { applied, storeId, authenticators, providers } = rows[0]!;
    return {
      applied,
      storeId,
      sealed: { authenticators, identityProviders: providers },
      pages: () => readPages({ engine: database.engine, db }, allTables()),
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/**
 * Writes a dump to an empty store and compares what is stored with the checksums of the dump before it commits. Readers
 * of the outbox continue at its end.
 */
export async function restoreState(
  to: StateDatabase,
  pages: AsyncIterable<StatePage>,
  expected: StateChecksums,
  settings: Record<string, string>,
): Promise<void> {
  await intoEmpty(to, async (target) => {
    const tables = allTables();
    await clearSeeded(target, tables);
    for await (const page of pages) await writePage(target, page);
    const checksums = createStateChecksums();
    for await (const page of readPages(target, tables)) checksums.add(page);
    const found = checksums.finish();
    for (const table of new Set([...Object.keys(expected), ...Object.keys(found)])) {
      if (found[table]?.sha256 === expected[table]?.sha256) continue;
      throw new Error(
        `"${table}" of the state store differs from the backup: it has ${found[table]?.rows ?? 0} rows, the backup ${expected[table]?.rows ?? 0}.`,
      );
    }
    await sql`update outbox_reader set position = (select id from outbox_head)`.execute(target.db);
    await sql`delete from outbox`.execute(target.db);
    for (const [name, value] of Object.entries(settings)) {
      await sql`insert into setting (name, value) values (${name}, ${value})
        on conflict (name) do update set value = excluded.value`.execute(target.db);
    }
  });
}

export function createStateChecksums() {
  const tables = new Map<string, { rows: number; hash: Hash }>();
  return {
    add(page: StatePage): void {
      const rows = comparable(page);
      const table = tables.get(page.table) ?? { rows: 0, hash: createHash('sha256') };
      if (rows.length > 0) tables.set(page.table, table);
      table.rows += rows.length;
      for (const row of rows) {
        const sorted = Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1));
        table.hash.update(`${JSON.stringify(sorted)}\n`);
      }
    },
    finish(): StateChecksums {
      return Object.fromEntries(
        Array.from(tables, ([table, { rows, hash }]) => [table, { rows, sha256: hash.digest('hex') }]),
      );
    },
  };
}
