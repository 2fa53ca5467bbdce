import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import type { State } from '../contract.ts';
import type { StateEngine } from '../engine.ts';
import { migrate } from '../migrations/run.ts';
import type { Schema } from '../schema.ts';
import { stateOver } from '../sql/state.ts';
import { nodeSqliteDialect, whenFree } from './dialect.ts';

/**
 * State in one SQLite file, which threads and processes may each open for themselves. Two connections: reads never see
 * the rows of a write of the same thread that is still under way, and never wait for it.
 */
export async function openSqliteState(path: string): Promise<State> {
  let writer: Kysely<Schema> | undefined;
  try {
    writer = await connect(path);
    await migrate(writer, sqliteEngine);
    return stateOver(writer, await connect(path), sqliteEngine);
  } catch (error) {
    await writer?.destroy();
    throw new Error(
      `The state store ${path} cannot be opened: ${(error as Error).message}. Restore it from a backup, or move it away to start anew.`,
      { cause: error },
    );
  }
}

async function connect(path: string): Promise<Kysely<Schema>> {
  // SQLite itself never waits for a lock, since it would block the thread: `whenFree` does.
  const db = new DatabaseSync(path, { timeout: 0 });
  try {
    await whenFree(() => db.exec('pragma journal_mode = wal'));
    db.exec('pragma synchronous = full');
    db.exec('pragma foreign_keys = on');
    return new Kysely<Schema>({ dialect: nodeSqliteDialect(db) });
  } catch (error) {
    db.close();
    throw error;
  }
}

export const sqliteEngine: StateEngine = {
  list: (values) => sql`(select value from json_each(${JSON.stringify(values)}))`,
  identity: 'autoincrement',
  // A transaction already holds SQLite's only write lock.
  migrationLock: null,
};
