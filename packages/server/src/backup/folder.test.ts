import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { IssueId, ProjectId } from '@seismo/protocol';
import { matchStores } from '#pipeline/match-stores.ts';
import { openStateSource, openStores, storesIn } from '#store/open.ts';
import { apply } from '#store/state/batch/seeds.ts';
import { seedProject } from '#store/state/projects/seeds.ts';
import { lastBackup } from '#store/state/settings/backups.ts';
import type { EventChange } from '#store/telemetry/contract.ts';
import { attachment, batch, cell, event, eventIdOf, organizationId, session } from '#store/telemetry/sample-rows.ts';
import { tableNames } from '#store/telemetry/tables/index.ts';
import { afterwards, newFolder } from '../testing/cleanup.ts';
import { copyNewStores } from '../testing/new-stores.ts';
import { backupsIn, claimFolder, openFolderWriter, prune, readFolder } from './folder.ts';
import type { BackupResult, Progress, Summary } from './format.ts';
import { openBackup, recordBackup } from './open.ts';
import { restoreBackup, type Restored } from './restore.ts';
import type { BackupRequest } from './write.ts';

const projectId = 1 as ProjectId;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Stores = Awaited<ReturnType<typeof openStores>>;

/** Stores with an event, a session, an attachment and a cell in each of these batches. */
async function filled(sequences: number[]): Promise<{ dataDir: string; stores: Stores }> {
  const dataDir = newFolder();
  await copyNewStores(dataDir);
  const stores = await openStores(storesIn(dataDir));
  await matchStores(stores, { newId: () => 'store-1', acceptLoss: false });
  await seedProject(stores.state);
  for (const sequence of sequences) await store(stores, sequence);
  return { dataDir, stores };
}

async function store({ telemetry, state }: Stores, sequence: number, changes: EventChange[] = []): Promise<void> {
  const events = [event(sequence, { hash: `h${sequence % 3}`, issueId: ((sequence % 3) + 1) as IssueId })];
  const sessions = [session(`s${sequence}`, { userKey: `id:${sequence}` })];
  const attachments = [{ ...attachment(), eventId: eventIdOf(sequence) }];
  await telemetry.append(
    batch(sequence, { events, sessions, attachments, ledger: [cell('stored', 1), cell('stored', 2)] }),
  );
  await telemetry.append({ sequence, rows: {}, changes });
  await apply(state, sequence, []);
}

interface Given extends Partial<BackupRequest> {
  progress?: (progress: Progress) => void;
}

async function backUp(
  { dataDir, stores }: { dataDir: string; stores: Stores },
  folder: string,
  nowMs: number,
  { progress = () => {}, ...given }: Given = {},
): Promise<BackupResult> {
  const locations = storesIn(dataDir);
  const state = await openStateSource(locations);
  const sources = {
    ...stores,
    state,
    telemetryPath: locations.telemetryPath,
    clock: { now: () => nowMs },
    seismo: '1.2.3',
    pause: <T>(run: () => Promise<T>) => run(),
  };
  const request = {
    keyId: null,
    sealedKey: null,
    folder,
    keepMs: null,
    diskFloorBytes: 0,
    ...given,
  };
  try {
    const backup = await openBackup(sources, request);
    const result = await backup.run(progress);
    await recordBackup(stores.state, request, result);
    return result;
  } finally {
    await state.close();
  }
}

/** Paths of the objects in a folder of backups. */
async function objectsIn(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, 'objects'), { recursive: true });
  return names.filter((name) => name.length > 60).map((name) => join(folder, 'objects', name));
}

const sha256Of = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
const objectOf = (folder: string, sha256: string) => join(folder, 'objects', sha256.slice(0, 2), sha256);

/** Changes a byte, so that only the content shows the damage. */
async function damage(path: string): Promise<void> {
  const content = await readFile(path);
  content[content.length >> 1]! ^= 1;
  await writeFile(path, content);
}

function restore(folder: string, untilMs = 1000 * DAY, dataDir = join(newFolder(), 'target')): Promise<Restored> {
  return restoreBackup(
    readFolder(folder, untilMs),
    { dataDir, stateUrl: null },
    { nowMs: 5000, passphrase: async () => null, progress: () => {} },
  );
}

/** The segments must have exactly the rows that the store has now, as the store computes their checksums. */
async function expectCurrent({ telemetry }: Stores, { telemetry: { segments } }: Summary): Promise<void> {
  for (const { table, from, before, rows, sum } of segments) {
    expect([table, from, await telemetry.checksum(table, { from, before })]).toMatchObject([
      table,
      from,
      { rows, sum },
    ]);
  }
  for (const table of tableNames) {
    const copied = segments.filter((each) => each.table === table).reduce((total, { rows }) => total + rows, 0);
    expect([table, copied]).toEqual([table, (await telemetry.checksum(table, { from: 0, before: 1e9 })).rows]);
  }
}

test('a second backup in a folder writes only what is new, and each can be restored', async () => {
  const [source, folder] = [await filled([1, 4096, 9000]), newFolder()];
  const { stores } = source;
  await stores.blobs.put('attachments/1/aa', new Uint8Array(1_000_000).fill(7));
  const first = await backUp(source, folder, DAY);
  await store(stores, 9001, [{ projectId, eventId: eventIdOf(4096), set: { title: 'changed' } }]);
  const second = await backUp(source, folder, 2 * DAY);
  expect(first.written!.bytes).toBeGreaterThan(1_000_000);
  expect(second.written!.bytes).toBeLessThan(100_000);
  expect(await backupsIn(folder)).toEqual([
    { name: '1970-01-03T00-00-00.000Z.json', atMs: 2 * DAY },
    { name: '1970-01-02T00-00-00.000Z.json', atMs: DAY },
  ]);

  const target = join(newFolder(), 'target');
  const { summary } = await restore(folder, undefined, target);
  await expectCurrent(stores, summary);
  await using restored = await openStores(storesIn(target));
  expect(await matchStores(restored, { newId: () => 'none', acceptLoss: false })).toEqual([]);
  const [changed] = await restored.telemetry.query('eventById', { projectId, eventId: eventIdOf(4096), atMs: null });
  expect(changed).toMatchObject({ title: 'changed' });
  expect((await restored.blobs.get('attachments/1/aa'))!.byteLength).toBe(1_000_000);
  // What the folder has is not of this server.
  expect(await lastBackup(restored.state, 2 * DAY)).toBeNull();
  const earlier = await restore(folder, 2 * DAY - 1);
  expect([earlier.summary.atMs, earlier.summary.applied]).toEqual([DAY, 9000]);
  await expect(restore(folder, DAY - 1)).rejects.toThrow(
    /has no backup up to 1970-01-01T23:59:59.999Z. The oldest is of 1970-01-02T00:00:00.000Z.$/,
  );
  await expect(restore(newFolder())).rejects.toThrow(/has no backup up to .* It has none.$/);
});

test(
  'after each kind of change, the next backup has exactly the rows of the stores',
  { timeout: 240_000 },
  async () => {
    const [source, folder] = [await filled([1, 2, 3, 4, 5, 4096, 4097, 4098, 9000]), newFolder()];
    const { stores } = source;
    const hours = { fromMs: 0, toMs: HOUR };
    const changes: EventChange[] = [
      { projectId, eventId: eventIdOf(1), set: { title: 'changed' } },
      { projectId, hash: 'h1', set: { issueId: 9 as IssueId } },
      { projectId, regroup: { from: 'h2', to: 'h9' }, set: { issueId: 9 as IssueId } },
      { projectId, undoRegroup: { from: 'h2', to: 'h9' }, set: { issueId: 2 as IssueId } },
      { projectId, thin: [eventIdOf(4), eventIdOf(4097)] },
      { projectId, delete: { eventId: eventIdOf(2), blobKey: attachment().blobKey, filename: attachment().filename } },
      {
        projectId,
        delete: {
          eventIds: [eventIdOf(5)],
          userKeys: { events: { is: [], isIgnoringCase: [] }, sessions: { is: ['id:1'], isIgnoringCase: [] } },
        },
      },
      { projectId, deleteAttachments: hours },
      { projectId, sumSessions: hours },
      { projectId, sumLedger: hours },
      { projectId, countOnly: hours },
      { projectId, delete: 9 as IssueId },
      { projectId, delete: 'all' },
    ];
    await backUp(source, folder, 0);
    for (const [index, change] of changes.entries()) {
      await store(stores, 9001 + index, [change]);
      await backUp(source, folder, DAY * (index + 1));
      await expectCurrent(stores, (await restore(folder)).summary);
    }
  },
);

test('rows with the sequence of a batch that was copied before, as retention writes them, are in the next backup', async () => {
  const [source, folder] = [await filled([1, 4096]), newFolder()];
  const { stores } = source;
  await backUp(source, folder, DAY);
  const removal = { organizationId, projectId, atMs: 0, itemKind: 'event' as const, quantity: 1, bytes: 9 };
  await stores.telemetry.append({
    sequence: 4096,
    rows: { removals: [{ ...removal, reason: 'age' }] },
    changes: [{ projectId, delete: { eventId: eventIdOf(1), blobKey: attachment().blobKey, filename: 'log.txt' } }],
  });
  await backUp(source, folder, 2 * DAY);
  const { summary } = await restore(folder);
  await expectCurrent(stores, summary);
  expect(summary.telemetry.segments.map(({ table }) => table)).toContain('removals');
});

test('a backup whose base is gone, changed or of another place is complete', async () => {
  const [source, folder] = [await filled([1, 4096]), newFolder()];
  const { stores } = source;
  const first = await backUp(source, folder, DAY);
  // A folder that was used before by another server.
  const other = newFolder();
  const moved = await backUp(source, other, 2 * DAY);
  expect(moved.written!.bytes).toBeGreaterThan(first.written!.bytes * 0.9);
  await store(stores, 4097);
  await writeFile(join(other, moved.written!.name), '[');
  await backUp(source, other, 3 * DAY);
  await expectCurrent(stores, (await restore(other)).summary);

  for (const path of await objectsIn(other)) await rm(path);
  await expect(restore(other)).rejects.toThrow(/^The backup is damaged: "manifest.json" is missing \(objects\//);
  await backUp(source, other, 4 * DAY);
  await expectCurrent(stores, (await restore(other)).summary);
});

test('a state store that is set back continues the backup that it knows', async () => {
  const [source, folder] = [await filled([1, 4096]), newFolder()];
  const { stores } = source;
  await backUp(source, folder, DAY);
  const known = await stores.state.setting('backups');
  await store(stores, 4097);
  await backUp(source, folder, 2 * DAY);
  await stores.state.write((tx) => tx.setSetting('backups', known!));
  await store(stores, 4098, [{ projectId, thin: [eventIdOf(1)] }]);
  await backUp(source, folder, 3 * DAY);
  await expectCurrent(stores, (await restore(folder)).summary);
});

test('a telemetry store that is set back, with as many changes since, does not continue the backup', async () => {
  const [{ dataDir, stores }, folder] = [await filled([1, 4096, 9000]), newFolder()];
  const reopened = async (): Promise<Stores> => {
    const again = await openStores(storesIn(dataDir));
    expect(await matchStores(again, { newId: () => 'none', acceptLoss: false })).toEqual([]);
    return again;
  };
  const change = (of: Stores, sequence: number) =>
    of.telemetry.append({
      sequence: 9000,
      rows: {},
      changes: [{ projectId, eventId: eventIdOf(sequence), set: { title: 'changed' } }],
    });
  const file = join(dataDir, 'telemetry.duckdb');
  await backUp({ dataDir, stores }, folder, DAY);
  await stores.close();
  await copyFile(file, `${file}.older`);

  const second = await reopened();
  await change(second, 1);
  await backUp({ dataDir, stores: second }, folder, 2 * DAY);
  await second.close();
  await rename(`${file}.older`, file);
  await using third = await reopened();
  await change(third, 4096);
  await backUp({ dataDir, stores: third }, folder, 3 * DAY);
  await expectCurrent(third, (await restore(folder)).summary);
});

test('a restore changes nothing in the folder, not even partial files of another server', async () => {
  const [source, folder] = [await filled([1]), newFolder()];
  await backUp(source, folder, DAY);
  const half = join(folder, 'objects', '.half', '999999999-0-1');
  await writeFile(half, 'half');
  const before = await readdir(folder, { recursive: true });
  await restore(folder);
  expect(await readdir(folder, { recursive: true })).toEqual(before);
  await rm(join(folder, 'objects', '.half'), { recursive: true });
  await restore(folder);
  expect(await readdir(join(folder, 'objects'))).not.toContain('.half');
});

test('damage in a folder is named', async () => {
  const [source, folder] = [await filled([1]), newFolder()];
  await backUp(source, folder, DAY);
  for (const path of await objectsIn(folder)) await writeFile(path, 'x');
  await expect(restore(folder)).rejects.toThrow(
    /^The backup is damaged: "manifest.json" does not have its checksum \(objects\/..\/[0-9a-f]{64}\). Use another backup.$/,
  );
});

test('old backups go with the content that only they have, never the newest, and not what is being written', async () => {
  const [source, folder] = [await filled([1, 4096, 9000]), newFolder()];
  const { stores } = source;
  await backUp(source, folder, DAY);
  await store(stores, 9001, [{ projectId, eventId: eventIdOf(1), set: { title: 'changed' } }]);
  await backUp(source, folder, 2 * DAY);
  const nowMs = Date.now();
  const partial = join(folder, '1970-01-04T00-00-00.000Z.json.partial');
  await writeFile(partial, '');
  // Written just now: another backup may need them.
  await prune(folder, { beforeMs: 2 * DAY, nowMs, baseName: null });
  expect((await readdir(folder)).toSorted()).toEqual([
    '1970-01-03T00-00-00.000Z.json',
    '1970-01-04T00-00-00.000Z.json.partial',
    'objects',
  ]);
  const before = await objectsIn(folder);
  const old = new Date(nowMs - 2 * DAY);
  for (const path of [...before, partial]) await utimes(path, old, old);
  await prune(folder, { beforeMs: 2 * DAY, nowMs, baseName: null });
  expect((await objectsIn(folder)).length).toBeLessThan(before.length);
  expect(await readdir(folder)).toHaveLength(2);
  await prune(folder, { beforeMs: 100 * DAY, nowMs, baseName: null });
  await expectCurrent(stores, (await restore(folder)).summary);
});

test('neither the base goes, nor the newest up to now while another has a later time', async () => {
  const folder = newFolder();
  const nameOf = (day: number) => `${new Date(day * DAY).toISOString().replaceAll(':', '-')}.json`;
  for (const day of [1, 2, 3, 900])
    await writeFile(join(folder, nameOf(day)), JSON.stringify({ share: 0, entries: [] }));
  await prune(folder, { beforeMs: 50 * DAY, nowMs: 60 * DAY, baseName: nameOf(1) });
  expect((await backupsIn(folder)).map(({ name }) => name)).toEqual([nameOf(900), nameOf(3), nameOf(1)]);
});

test('a folder belongs to one Seismo, and another one changes nothing in it', async () => {
  const [source, other, folder] = [await filled([1]), await filled([1]), newFolder()];
  await backUp(source, folder, DAY);
  await other.stores.state.write((tx) => tx.setSetting('store-id', 'store-2'));
  await writeFile(join(folder, 'objects', '.half', '999999999-0-1'), 'half');
  const before = await readdir(folder, { recursive: true });
  await expect(backUp(other, folder, 40 * DAY, { keepMs: DAY })).rejects.toThrow(
    /has the backups of another Seismo: its store ID is store-1, that of this one is store-2\. Name another folder\.$/,
  );
  expect(await readdir(folder, { recursive: true })).toEqual(before);
});

test('content that is there already counts as written now', async () => {
  const [source, folder] = [await filled([1]), newFolder()];
  await source.stores.blobs.put('attachments/1/aa', new Uint8Array(1000).fill(7));
  await backUp(source, folder, DAY);
  const path = objectOf(folder, sha256Of(new Uint8Array(1000).fill(7)));
  await utimes(path, 0, 0);
  // The record is gone, so nothing is kept from an earlier backup.
  await source.stores.state.write((tx) => tx.setSetting('backups', ''));
  await backUp(source, folder, 2 * DAY);
  expect((await stat(path)).mtimeMs).toBeGreaterThan(Date.now() - HOUR);
});

test('missing and damaged content is written again, and counted', { timeout: 60_000 }, async () => {
  const [source, folder] = [await filled([1, 4096]), newFolder()];
  const { stores } = source;
  const content = new Uint8Array(100_000).fill(7);
  await stores.blobs.put('attachments/1/aa', content);
  const first = await backUp(source, folder, DAY);
  const list = JSON.parse(await readFile(join(folder, first.written!.name), 'utf8')) as {
    entries: [name: string, sha256: string, bytes: number][];
  };
  const [, segment] = list.entries.find(([name]) => name.startsWith('telemetry/'))!;
  for (const [day, sha256] of [sha256Of(content), segment].entries()) {
    await writeFile(objectOf(folder, sha256), 'cut off');
    expect((await backUp(source, folder, (day + 2) * DAY)).written).toMatchObject({ damaged: 1 });
    await expectCurrent(stores, (await restore(folder)).summary);
  }
});

test('content of the right size is compared, all of it within 32 backups', async () => {
  const folder = newFolder();
  await claimFolder(folder, 'store-1');
  const content = Buffer.alloc(1000, 7);
  const write = async (baseName: string | null, atMs: number) => {
    const writer = await openFolderWriter(folder, { baseName, requireRoom: async () => {} });
    const isKept = (await writer.base?.has('blobs/a')) ?? false;
    await writer.add('manifest.json', Buffer.from('{}'));
    if (isKept) writer.base!.keep('blobs/a');
    else await writer.add('blobs/a', content);
    await writer.add('summary.json', Buffer.from('{}'));
    await writer.end(atMs);
    return { ...writer.written(), isKept, hasBase: writer.base !== null };
  };
  let last = await write(null, 0);
  await damage(objectOf(folder, sha256Of(content)));
  const found: boolean[] = [];
  for (let hour = 1; hour <= 32; hour += 1) found.push(!(last = await write(last.name, hour * HOUR)).isKept);
  expect(found.filter(Boolean)).toHaveLength(1);
  expect(await readFile(objectOf(folder, sha256Of(content)))).toEqual(content);
  // Without a manifest and summary that can be trusted, a full backup follows.
  await damage(objectOf(folder, sha256Of(Buffer.from('{}'))));
  expect(await write(last.name, 40 * HOUR)).toMatchObject({ hasBase: false, damaged: 1, bytes: 2 });
});

test('a backup that fails removes what it wrote, and expired ones before', async () => {
  const [source, folder] = [await filled([1, 4096]), newFolder()];
  const { stores } = source;
  for (const day of [1, 2, 3]) await backUp(source, folder, day * DAY);
  const before = await objectsIn(folder);
  await stores.blobs.put('attachments/1/aa', new Uint8Array(1_000_000).fill(7));
  const full = new Error('ENOSPC: no space left on device, write');
  const progress = ({ stage }: Progress) => {
    if (stage === 'blobs') throw full;
  };
  await expect(backUp(source, folder, 40 * DAY, { keepMs: 10 * DAY, progress })).rejects.toThrow(full);
  expect((await backupsIn(folder)).map(({ atMs }) => atMs)).toEqual([3 * DAY]);
  const after = await objectsIn(folder);
  expect(after.filter((path) => !before.includes(path))).toEqual([]);
  await restore(folder);
});

test('on the disk of the data directory, a backup leaves the space that reports need', async () => {
  const [source, folder] = [await filled([1]), newFolder()];
  const diskFloorBytes = 1e18;
  await expect(backUp(source, folder, DAY, { diskFloorBytes })).rejects.toThrow(
    /^The folder .* is on the disk of the data directory, which has \d+ MB left; reports need 1000000000000 MB of them\./,
  );
  expect(await objectsIn(folder)).toEqual([]);
  const elsewhere = '/dev/shm';
  const dev = await stat(elsewhere).then(
    (found) => found.dev,
    () => null,
  );
  if (dev === null || dev === (await stat(folder)).dev) return;
  const other = await mkdtemp(join(elsewhere, 'seismo-test-'));
  afterwards(() => rm(other, { recursive: true }));
  await backUp(source, other, DAY, { diskFloorBytes });
});

test('a folder that does not exist is refused', async () => {
  const source = await filled([1]);
  await expect(backUp(source, join(newFolder(), 'none'), DAY)).rejects.toThrow(
    /^The folder .* for backups does not exist. Create it, or mount its disk/,
  );
});
