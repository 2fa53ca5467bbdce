import { copyFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { State } from '#store/state/contract.ts';
import { openSqliteState } from '#store/state/engines/sqlite/open.ts';
import { closing, newFolder } from './cleanup.ts';

let migrated: Promise<string> | undefined;

/** The path of a new, empty state store, removed afterwards. Every test of a file starts from a copy of one migrated store. */
export async function newStatePath(): Promise<string> {
  migrated ??= (async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'seismo-state-')), 'state.sqlite');
    await (await openSqliteState(path)).close();
    return path;
  })();
  const path = join(newFolder(), 'state.sqlite');
  await copyFile(await migrated, path);
  return path;
}

/** A new, empty state store, closed and removed afterwards. */
export async function openTestState(): Promise<State> {
  return closing(await openSqliteState(await newStatePath()));
}
