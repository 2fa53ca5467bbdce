import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { State } from '#store/state/contract.ts';
import { openSqliteState } from '#store/state/engines/sqlite/open.ts';
import { closing, newFolder } from './cleanup.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with new, empty stores, which `new-stores.setup.ts` creates. */
    newStores: string;
  }
}

/** Copies one of the new, empty stores into the folder. */
async function copyOf(name: 'state.sqlite' | 'telemetry.duckdb', folder: string): Promise<string> {
  const path = join(folder, name);
  await copyFile(join(inject('newStores'), name), path);
  return path;
}

/** The path of a new, empty state store, removed afterwards unless the folder is given. */
export const newStatePath = (folder = newFolder()): Promise<string> => copyOf('state.sqlite', folder);

/** The path of a new, empty telemetry store, removed afterwards unless the folder is given. */
export const newTelemetryPath = (folder = newFolder()): Promise<string> => copyOf('telemetry.duckdb', folder);

/** Copies new, empty stores into an empty data directory. */
export async function copyNewStores(dataDir: string): Promise<void> {
  await newStatePath(dataDir);
  await newTelemetryPath(dataDir);
}

/** A new, empty state store, closed and removed afterwards. */
export async function openTestState(): Promise<State> {
  return closing(await openSqliteState(await newStatePath()));
}
