import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openSqliteState } from '#store/state/engines/sqlite/open.ts';
import { openDuckdbTelemetry } from '#store/telemetry/engines/duckdb/open.ts';

/** Tests copy these stores: to create them takes a quarter of a second of CPU time. */
export default async function create({ provide }: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'seismo-new-stores-'));
  await (await openSqliteState(join(folder, 'state.sqlite'))).close();
  await (await openDuckdbTelemetry(join(folder, 'telemetry.duckdb'))).close();
  provide('newStores', folder);
  return () => rm(folder, { recursive: true });
}
