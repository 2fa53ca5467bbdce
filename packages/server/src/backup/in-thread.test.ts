import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { commitMemory, createCommits } from '#pipeline/commits.ts';
import { matchStores } from '#pipeline/match-stores.ts';
import { sharedClock } from '#platform/clock.ts';
import { openStores, storesIn } from '#store/open.ts';
import { apply } from '#store/state/batch/seeds.ts';
import { batch, event } from '#store/telemetry/sample-rows.ts';
import { closing, newFolder } from '../testing/cleanup.ts';
import { readFolder } from './folder.ts';
import { MANIFEST } from './format.ts';
import { createBackups } from './in-thread.ts';

async function open() {
  const dataDir = newFolder();
  const stores = closing(await openStores(storesIn(dataDir)));
  await matchStores(stores, { newId: () => 'store-1', acceptLoss: false });
  const commits = commitMemory();
  const { telemetry, journal, state } = stores;
  const deps = { stores: storesIn(dataDir), telemetry, journal, state, commits, clock: sharedClock() };
  return { dataDir, stores, commits, backups: createBackups({ ...deps, version: '9.9.9' }) };
}

const request = { keyId: null, sealedKey: null, folder: null, keepMs: null, diskFloorBytes: null };

test('a backup whose reader leaves while a part is copied removes the part, and lets batches commit', async () => {
  const { dataDir, stores, commits, backups } = await open();
  // Nothing compresses it, and no buffer on the way has room for it.
  await stores.telemetry.append(batch(1, { events: [event(1, { body: randomBytes(8_000_000) })] }));
  await apply(stores.state, 1, []);
  const applied = createCommits({ index: 0, count: 1, commits }, async () => 1);
  const { bytes, result } = await backups.start(request);
  bytes.once('error', () => {});
  await expect.poll(() => readdir(dataDir), { timeout: 30_000 }).toContain('telemetry.duckdb.segments');
  bytes.destroy(new Error('The reader left.'));
  await expect(result).rejects.toThrow('The reader left.');
  await expect.poll(() => readdir(dataDir), { timeout: 30_000 }).not.toContain('telemetry.duckdb.segments');
  await applied.commit(1, async (sequence) => expect(sequence).toBe(2));
});

test('a backup names the version of the server, whose schemas it has', async () => {
  const { backups } = await open();
  const folder = newFolder();
  const ofCommand = { ...request, folder, seismo: '1.0.0' };
  const { bytes, result } = await backups.start(ofCommand);
  bytes.resume();
  await result;
  for await (const { name, content } of readFolder(folder, Infinity)) {
    if (name === MANIFEST) expect(JSON.parse(content.toString('utf8'))).toMatchObject({ seismo: '9.9.9' });
  }
});
