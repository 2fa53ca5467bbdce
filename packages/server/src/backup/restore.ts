import { chmod, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JournalRow } from '#journal/contract.ts';
import { restoreJournal } from '#journal/restore.ts';
import { openDiskBlobs } from '#store/blobs/disk.ts';
import { restoreStateStore, storesIn, type StoreLocations } from '#store/open.ts';
import { isPage, type StatePage } from '#store/state/copy.ts';
import { keyIdOf, SECRET_KEY_FILE } from '#store/state/secret-box.ts';
import { noBackups } from '#store/state/settings/backups.ts';
import { RESTORED } from '#store/state/settings/restored.ts';
import { segmentFolder, spanFolder } from '#store/telemetry/contract.ts';
import { openThreadedTelemetry } from '#store/telemetry/open-threaded.ts';
import { tableNames } from '#store/telemetry/tables/index.ts';
import { truncated, UnusableBackup, type BackupEntry } from './entries.ts';
import {
  FORMAT,
  MANIFEST,
  schemas,
  SEALED_KEY,
  SPAN_FILES,
  SUMMARY,
  type Manifest,
  type Schemas,
  type Summary,
} from './format.ts';
import { decodePages, decodeRows } from './pages.ts';
import { unsealKey } from './sealed-key.ts';

export interface RestoreTarget {
  /** It has no stores. A key file may be there. */
  dataDir: string;
  /** An empty database. */
  stateUrl: string | null;
}

export interface RestoreOptions {
  nowMs: number;
  /** Returns the passphrase of the key; `null`: the key is not restored. */
  passphrase(): Promise<string | null>;
  progress(progress: { stage: 'read' | 'telemetry' | 'state'; done: number; total: number }): void;
}

export interface Restored {
  manifest: Manifest;
  summary: Summary;
  /** Whether the restored server can open the secrets in the state store; `locked`: the backup has the key, but no passphrase was given. */
  key: 'present' | 'locked' | 'missing';
}

/**
 * Restores a backup to an empty data directory. First reads all of it to a folder in the data directory, with the
 * checksum of each entry; then fills new stores there and compares what they stored with the backup; last moves them to
 * their place, and fills a database. After an error the target is empty again. If the process is killed while stores are
 * moved, the next restore names what must go.
 */
export async function restoreBackup(
  entries: AsyncIterable<BackupEntry>,
  target: RestoreTarget,
  options: RestoreOptions,
): Promise<Restored> {
  const staging = join(target.dataDir, STAGING);
  await requireEmpty(target);
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true, mode: 0o700 });
  const moved: string[] = [];
  let restored: Restored;
  try {
    const stores = storesIn(staging, target.stateUrl);
    const read = await readToFolder(entries, stores, options.progress);
    const key = await restoreKey(read, target.dataDir, staging, options);
    await restoreTelemetry(read.summary, stores, options.progress);
    await restoreJournalRows(read, stores);
    if (target.stateUrl === null) await restoreState(read, stores, options);
    await moveStores(staging, target.dataDir, moved);
    // Its commit cannot be undone, so nothing may fail after it.
    if (target.stateUrl !== null) await restoreState(read, storesIn(target.dataDir, target.stateUrl), options);
    restored = { manifest: read.manifest, summary: read.summary, key };
  } catch (error) {
    // If this fails, the next restore names what is left.
    await empty(staging, target.dataDir, moved).catch(() => {});
    throw error;
  }
  // The restore is complete: what cannot be removed only takes space.
  await rm(staging, { recursive: true, force: true }).catch(() => {});
  return restored;
}

async function empty(staging: string, dataDir: string, moved: readonly string[]): Promise<void> {
  for (const name of moved) await rename(join(dataDir, name), join(staging, name));
  await rm(staging, { recursive: true, force: true });
}

/** While it is there, a restore runs or was cut off. */
const STAGING = 'restoring';
const SPOOL = 'spool';
const spoolOf = (staging: string): string => join(staging, SPOOL);

/** Files that may be in a data directory without a server. */
const harmless: readonly string[] = [SECRET_KEY_FILE, 'lost+found'];

async function requireEmpty({ dataDir, stateUrl }: RestoreTarget): Promise<void> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const others = names.filter((name) => !harmless.includes(name) && name !== STAGING).toSorted();
  if (others.length === 0) return;
  if (names.includes(STAGING)) {
    const found = [...others, STAGING].join(', ');
    const database = stateUrl === null ? '' : ', and empty the database of SEISMO_STATE_URL';
    throw new UnusableBackup(
      `A restore to ${dataDir} was cut off. Remove what it left there (${found})${database}, then restore again. Nothing was changed.`,
    );
  }
  throw new UnusableBackup(
    `The data directory ${dataDir} is not empty: it has "${others[0]}". Set SEISMO_DATA_DIR to a new folder. Nothing was changed.`,
  );
}

interface ReadBackup {
  manifest: Manifest;
  summary: Summary;
  sealedKey: string | null;
  /** The content of an entry. */
  contentOf(entry: string): Promise<Buffer>;
}

async function readToFolder(
  entries: AsyncIterable<BackupEntry>,
  { telemetryPath, blobsPath, journalPath }: StoreLocations,
  progress: RestoreOptions['progress'],
): Promise<ReadBackup> {
  const spool = spoolOf(join(journalPath, '..'));
  await mkdir(join(spool, 'journal'), { recursive: true, mode: 0o700 });
  await mkdir(join(spool, 'state'), { mode: 0o700 });
  await mkdir(join(spool, SPAN_FILES), { recursive: true, mode: 0o700 });
  await mkdir(segmentFolder(telemetryPath), { mode: 0o700 });
  const blobs = await openDiskBlobs(blobsPath);
  let manifest: Manifest | undefined;
  let summary: Summary | undefined;
  let sealedKey: string | null = null;
  let last = '';
  let done = 0;
  for await (const { name, content, before } of entries) {
    if (manifest === undefined) {
      if (name !== MANIFEST) throw new UnusableBackup('This is not a backup of Seismo.');
      manifest = JSON.parse(content.toString('utf8')) as Manifest;
      requireKnown(manifest);
    } else if (name === SUMMARY) {
      summary = JSON.parse(content.toString('utf8')) as Summary;
      if (before.entries !== summary.entries || before.checksum !== summary.checksum) {
        throw new UnusableBackup(
          `The backup is damaged: it has ${before.entries} entries, and its summary lists ${summary.entries}, or others. Use another backup.`,
        );
      }
    } else if (name === SEALED_KEY) {
      sealedKey = content.toString('utf8');
    } else if (name.startsWith('blobs/')) {
      await blobs.put(name.slice('blobs/'.length), content);
    } else {
      await writeFile(pathOf(name, spool, telemetryPath), content, { mode: 0o600, flag: 'wx' });
    }
    last = name;
    done += 1;
    progress({ stage: 'read', done, total: done });
  }
  if (manifest === undefined) throw new UnusableBackup('This is not a backup of Seismo: it is empty.');
  if (summary === undefined) throw truncated(last);
  await blobs.adopt(summary.storeId);
  await blobs.close();
  return { manifest, summary, sealedKey, contentOf: (entry) => readFile(pathOf(entry, spool, telemetryPath)) };
}

/** Only names of this form are written, so that no entry is written elsewhere. */
function pathOf(name: string, spool: string, telemetryPath: string): string {
  if (/^(journal|state)\/\d+\.zst$/.test(name)) return join(spool, name);
  if (name.startsWith(SPAN_FILES) && /^[0-9a-f]{32}\.parquet$/.test(name.slice(SPAN_FILES.length)))
    return join(spool, name);
  return segmentPath(name, telemetryPath);
}

function segmentPath(name: string, telemetryPath: string): string {
  const [, file] = /^telemetry\/(\d+-[a-z_]+\.parquet)$/.exec(name) ?? [];
  if (file !== undefined) return join(segmentFolder(telemetryPath), file);
  throw new UnusableBackup(`The backup has an entry of unknown kind: "${name}".`);
}

function unknownTable(table: string): UnusableBackup {
  return new UnusableBackup(
    `The backup has a table that this version does not know: "${table}". Nothing was restored.`,
  );
}

function requireKnown({ format, seismo, schemas: found }: Manifest): void {
  const version = `The backup was written by Seismo ${seismo}`;
  if (format > FORMAT) {
    throw new UnusableBackup(`${version}, in a format that this version does not know. Restore it with that version.`);
  }
  for (const store of Object.keys(schemas) as (keyof Schemas)[]) {
    if (found[store] === schemas[store]) continue;
    const [age, then] =
      found[store] > schemas[store] ? ['newer', ''] : ['older', ', then upgrade by starting this version'];
    throw new UnusableBackup(
      `${version}, whose ${store} store is ${age} (schema ${found[store]}, this version has ${schemas[store]}). Restore it with that version${then}. Nothing was restored.`,
    );
  }
}

/** The key in the data directory is used if there is one, else the one in the backup. */
async function restoreKey(
  { manifest, sealedKey }: ReadBackup,
  dataDir: string,
  staging: string,
  { passphrase }: RestoreOptions,
): Promise<Restored['key']> {
  const given = keyIdOf(join(dataDir, SECRET_KEY_FILE));
  if (given !== null) {
    if (manifest.keyId === null || given === manifest.keyId) return 'present';
    throw new UnusableBackup(
      `The file ${join(dataDir, SECRET_KEY_FILE)} is not the key of this backup: its ID is ${given}, the backup needs ${manifest.keyId}. ${sealedKey === null ? 'Put the right key there, or remove the file to restore without a key' : 'The backup has the key: remove the file, and run again with --passphrase-file'}. Nothing was restored.`,
    );
  }
  if (manifest.keyId === null) return 'present';
  if (sealedKey === null) return 'missing';
  const secret = await passphrase();
  if (secret === null) return 'locked';
  await writeFile(join(staging, SECRET_KEY_FILE), await unsealKey(sealedKey, secret), { mode: 0o600, flush: true });
  return 'present';
}

async function restoreTelemetry(
  { storeId, applied, telemetry: { segments, lastEntry } }: Summary,
  { telemetryPath }: StoreLocations,
  progress: RestoreOptions['progress'],
): Promise<void> {
  const telemetry = await openThreadedTelemetry(telemetryPath);
  try {
    const unknown = segments.find(({ table }) => !tableNames.includes(table));
    if (unknown) throw unknownTable(unknown.table);
    const total = 2 * segments.length;
    for (const [index, { table, entry }] of segments.entries()) {
      const file = segmentPath(entry, telemetryPath);
      await telemetry.readSegment(table, file);
      await rm(file);
      progress({ stage: 'telemetry', done: index + 1, total });
    }
    for (const [index, { table, from, before, rows, sum }] of segments.entries()) {
      const found = await telemetry.checksum(table, { from, before });
      if (found.rows !== rows || found.sum !== sum) {
        throw new UnusableBackup(
          `"${table}" of the telemetry store differs from the backup in the sequences ${from} to ${before - 1}: it has ${found.rows} rows, the backup ${rows}. Nothing was restored.`,
        );
      }
      progress({ stage: 'telemetry', done: segments.length + index + 1, total });
    }
    await telemetry.append({ sequence: applied, lastEntry, rows: {}, changes: [] });
    await telemetry.adopt(storeId, applied);
  } finally {
    await telemetry.close();
  }
  await rm(segmentFolder(telemetryPath), { recursive: true });
  // The store deletes files that it does not know, so they come after their rows.
  await rename(join(spoolOf(join(telemetryPath, '..')), SPAN_FILES), spanFolder(telemetryPath));
}

async function restoreJournalRows(
  { summary: { storeId, applied, journal }, contentOf }: ReadBackup,
  { journalPath }: StoreLocations,
): Promise<void> {
  const stored = new Set(journal.deadLetters);
  async function* rows(): AsyncGenerator<JournalRow> {
    for (const entry of journal.entries) {
      for (const row of await decodeRows(await contentOf(entry))) {
        if (row.table !== 'entry' && row.table !== 'dead_letter') throw unknownTable(row.table);
        // Those that were replayed meanwhile are entries.
        if (row.table === 'entry' || stored.has(Number(row.fields['id']))) yield row;
      }
    }
  }
  await restoreJournal(journalPath, rows(), { storeId, trimmedThrough: applied, given: journal.given });
}

async function restoreState(
  { summary: { atMs, state }, contentOf }: ReadBackup,
  location: StoreLocations,
  { nowMs, progress }: RestoreOptions,
): Promise<void> {
  async function* pages(): AsyncGenerator<StatePage> {
    for (const [index, entry] of state.entries.entries()) {
      for (const page of await decodePages(await contentOf(entry))) {
        if (!isPage(page)) throw unknownTable(page.table);
        yield page;
      }
      progress({ stage: 'state', done: index + 1, total: state.entries.length });
    }
  }
  const restored = JSON.stringify({ backupAtMs: atMs, restoredAtMs: nowMs });
  await restoreStateStore(location, pages(), state.checksums, { [RESTORED]: restored, ...noBackups });
}

/**
 * The state store comes last: a server refuses to start on any part of the others. `moved` gets the names, the last one
 * first.
 */
async function moveStores(staging: string, dataDir: string, moved: string[]): Promise<void> {
  const names = (await readdir(staging)).filter((name) => name !== SPOOL);
  const isState = (name: string) => name.startsWith('state.sqlite');
  for (const name of names.toSorted((one, other) => Number(isState(one)) - Number(isState(other)))) {
    await rename(join(staging, name), join(dataDir, name));
    moved.unshift(name);
  }
  await chmod(dataDir, 0o700);
  const folder = await open(dataDir);
  await folder.sync().finally(() => folder.close());
}
