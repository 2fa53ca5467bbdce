import { join } from 'node:path';
import type { State } from '#store/state/contract.ts';
import { openPostgresState } from '#store/state/engines/postgres/open.ts';
import { openSqliteState } from '#store/state/engines/sqlite/open.ts';
import type { TestPostgres } from './postgres.ts';
import { newStatePath } from './new-stores.ts';

/** The results of the same work on a new SQLite store and on a new PostgreSQL store. */
export async function inBothEngines<Result>(postgres: TestPostgres, work: (state: State) => Promise<Result>) {
  const path = await newStatePath();
  const secretPath = join(path, '../secret.key');
  const stores = [
    await openSqliteState(path),
    await openPostgresState(await postgres.createStoreWithTables(), secretPath),
  ] as const;
  const results = await Promise.all(stores.map(work));
  for (const state of stores) await state.close();
  return results;
}
