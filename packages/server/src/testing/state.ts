import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { State } from '#store/state/contract.ts';
import { openSqliteState } from '#store/state/engines/sqlite/open.ts';

let migrated: Promise<string> | undefined;

/** The path of a new, empty state store. Every test of a file starts from a copy of a migrated one. */
export async function newStatePath(): Promise<string> {
  migrated ??= (async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'seismo-state-')), 'state.sqlite');
    await (await openSqliteState(path)).close();
    return path;
  })();
  const path = join(await mkdtemp(join(tmpdir(), 'seismo-state-')), 'state.sqlite');
  await copyFile(await migrated, path);
  return path;
}

/** A state store in a folder of its own, which `close` removes. */
export async function openTestState(): Promise<State> {
  const path = await newStatePath();
  const state = await openSqliteState(path);
  return {
    ...state,
    async close() {
      await state.close();
      await rm(join(path, '..'), { recursive: true, force: true });
    },
  };
}
