import { open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failPoint } from '#platform/fail-point.ts';
import { Refusal } from '#platform/refusal.ts';
import { openDiskBlobs, readBlobsId } from '#store/blobs/disk.ts';
import {
  createSum,
  sha256Of,
  UnusableBackup,
  type BackupBase,
  type BackupEntry,
  type BackupWriter,
} from './entries.ts';
import { MANIFEST, SUMMARY, type Manifest, type Summary, type WrittenToFolder } from './format.ts';

/**
 * A folder of backups. `<time>.json` lists the entries of one backup, with the SHA-256 of each; `objects/` has their
 * content by SHA-256, each once. So a backup writes what no earlier one has, and each can be restored by itself. The
 * folder belongs to one Seismo, whose store ID is in `objects/.store-id`.
 */
interface List {
  /** The share of the objects whose content this backup compared with its SHA-256. */
  share: number;
  entries: ListEntry[];
}

type ListEntry = [name: string, sha256: string, bytes: number];

/** A backup compares one of so many shares of what it keeps. */
const SHARE_COUNT = 32;
const shareOf = (sha256: string): number => Number.parseInt(sha256.slice(-2), 16) % SHARE_COUNT;

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const SHA256 = /^[0-9a-f]{64}$/;
const OBJECTS = 'objects';
const keyOf = (sha256: string): string => `${sha256.slice(0, 2)}/${sha256}`;

/** Colons are not allowed in the names of files everywhere. */
const nameOf = (atMs: number): string => `${new Date(atMs).toISOString().replaceAll(':', '-')}.json`;
const LIST_NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.json$/;

export interface FolderBackup {
  /** Of its list. */
  name: string;
  atMs: number;
}

/** The newest first. */
export async function backupsIn(folder: string): Promise<FolderBackup[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => LIST_NAME.test(name))
    .toSorted()
    .toReversed()
    .map((name) => ({ name, atMs: Date.parse(name.replace(LIST_NAME, '$1T$2:$3:$4')) }));
}

/** Makes the folder one of this Seismo. Refuses one that is of another Seismo, and changes nothing in it. */
export async function claimFolder(folder: string, storeId: string): Promise<void> {
  const path = join(folder, OBJECTS);
  const owner = await readBlobsId(path);
  if (owner === storeId) return;
  if (owner !== null) {
    throw new Refusal(
      'invalid',
      `The folder ${folder} has the backups of another Seismo: its store ID is ${owner}, that of this one is ${storeId}. Name another folder.`,
    );
  }
  const objects = await openDiskBlobs(path);
  await objects.adopt(storeId);
  await objects.close();
}

export interface FolderWriter extends BackupWriter {
  /** After its end. */
  written(): WrittenToFolder;
}

interface FolderOptions {
  /** The last backup that these stores wrote. It is the base if the folder still has it, undamaged. */
  baseName: string | null;
  /** Throws if the disk has no room for so many bytes. */
  requireRoom(bytes: number): Promise<void>;
}

export async function openFolderWriter(
  folder: string,
  { baseName, requireRoom }: FolderOptions,
): Promise<FolderWriter> {
  const objects = await openDiskBlobs(join(folder, OBJECTS));
  const entries: ListEntry[] = [];
  const added = createSum();
  const damaged = new Set<string>();
  /** Objects that no earlier backup has. */
  let written: string[] = [];
  let partial: string | null = null;
  let share = 0;
  let [name, bytes] = ['', 0];

  function append(entry: ListEntry): void {
    added.add(entry[0], entry[1]);
    entries.push(entry);
  }

  async function isWhole([, sha256, size]: ListEntry): Promise<boolean> {
    const found = await objects.size(keyOf(sha256));
    const isCompared = found === size && shareOf(sha256) === share;
    const whole = isCompared ? (await readWhole(folder, sha256)) !== null : found === size;
    if (!whole) damaged.add(sha256);
    return whole;
  }

  /** As if it was written now, for `prune`. Only the owner of a file may do so. */
  async function renew(sha256: string): Promise<boolean> {
    const now = new Date();
    return utimes(join(folder, OBJECTS, keyOf(sha256)), now, now).then(
      () => true,
      () => false,
    );
  }

  async function baseOf(base: string): Promise<BackupBase | null> {
    try {
      const list = await readList(folder, base);
      share = (list.share + 1) % SHARE_COUNT;
      const byName = new Map(list.entries.map((entry) => [entry[0], entry]));
      const read = async (entry: string) =>
        JSON.parse(textOf((await readWhole(folder, byName.get(entry)![1]))!)) as unknown;
      return {
        manifest: (await read(MANIFEST)) as Manifest,
        summary: (await read(SUMMARY)) as Summary,
        has: async (entry) => byName.has(entry) && (await isWhole(byName.get(entry)!)),
        keep: (entry) => append(byName.get(entry)!),
      };
    } catch {
      // Removed or damaged: everything is written again.
      return null;
    }
  }

  return {
    base: baseName === null ? null : await baseOf(baseName),
    async add(entry, content) {
      const sha256 = sha256Of(content);
      const stored = await readObject(folder, sha256).catch(() => 'unreadable' as const);
      const isStored = stored !== null && stored !== 'unreadable' && stored.equals(content);
      if (!isStored || !(await renew(sha256))) {
        await requireRoom(content.byteLength);
        await objects.put(keyOf(sha256), content);
        bytes += content.byteLength;
        if (stored === null) written.push(sha256);
        else if (!isStored) damaged.add(sha256);
        failPoint('backup:after-object');
      }
      append([entry, sha256, content.byteLength]);
    },
    sum: added.now,
    async end(atMs) {
      name = nameOf(atMs);
      partial = join(folder, `${name}.partial`);
      const list: List = { share, entries };
      failPoint('backup:before-list');
      await writeFile(partial, JSON.stringify(list), { mode: 0o600, flush: true });
      failPoint('backup:before-rename');
      await rename(partial, join(folder, name));
      [written, partial] = [[], null];
      failPoint('backup:after-list');
      const opened = await open(folder);
      await opened.sync().finally(() => opened.close());
      await objects.close();
    },
    async destroy() {
      try {
        if (partial !== null) await rm(partial, { force: true });
        for (const sha256 of written) await objects.delete(keyOf(sha256));
      } catch {
        // A later backup removes the rest.
      } finally {
        await objects.close();
      }
    },
    written: () => ({ name, bytes, damaged: damaged.size }),
  };
}

/** The content of an object; `null` if it is missing. Changes nothing: a folder may be read-only, or in use. */
async function readObject(folder: string, sha256: string): Promise<Buffer | null> {
  return readFile(join(folder, OBJECTS, keyOf(sha256))).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** The content of an object; `null` if it is missing or damaged. */
async function readWhole(folder: string, sha256: string): Promise<Buffer | null> {
  const content = await readObject(folder, sha256).catch(() => null);
  return content !== null && sha256Of(content) === sha256 ? content : null;
}

/** Reads the newest backup up to a time. */
export async function* readFolder(folder: string, untilMs: number): AsyncGenerator<BackupEntry> {
  const all = await backupsIn(folder);
  const chosen = all.find(({ atMs }) => atMs <= untilMs);
  if (!chosen) {
    const others = all.length === 0 ? 'It has none.' : `The oldest is of ${new Date(all.at(-1)!.atMs).toISOString()}.`;
    throw new UnusableBackup(`The folder ${folder} has no backup up to ${new Date(untilMs).toISOString()}. ${others}`);
  }
  const read = createSum();
  for (const [name, sha256] of (await readList(folder, chosen.name)).entries) {
    const content = await readObject(folder, sha256);
    if (content === null || sha256Of(content) !== sha256) {
      throw new UnusableBackup(
        `The backup is damaged: "${name}" ${content === null ? 'is missing' : 'does not have its checksum'} (${OBJECTS}/${keyOf(sha256)}). Use another backup.`,
      );
    }
    const before = read.now();
    read.add(name, sha256);
    yield { name, content, before };
  }
}

async function readList(folder: string, name: string): Promise<List> {
  try {
    const list = JSON.parse(await readFile(join(folder, name), 'utf8')) as List;
    // They become paths.
    if (!list.entries.every(([, sha256]) => SHA256.test(sha256))) throw new Error('An entry has no SHA-256.');
    return list;
  } catch (error) {
    throw new UnusableBackup(`The backup is damaged: ${name} cannot be read. Use another backup.`, { cause: error });
  }
}

/** Objects and the list of a backup that is being written are in no list yet. */
const UNLISTED_MS_MAX = 24 * 3_600_000;

interface PruneOptions {
  /** Backups from before this time are removed, except the newest. */
  beforeMs: number;
  nowMs: number;
  /** A backup that stays. */
  baseName: string | null;
}

/** Removes old backups, and the content that only they have or that was written for none. */
export async function prune(folder: string, { beforeMs, nowMs, baseName }: PruneOptions): Promise<void> {
  const all = await backupsIn(folder);
  const newest = all.find(({ atMs }) => atMs <= nowMs) ?? all[0];
  const old = all.filter(({ name, atMs }) => atMs < beforeMs && name !== newest?.name && name !== baseName);
  const isYoung = async (path: string) => (await stat(path)).mtimeMs >= nowMs - UNLISTED_MS_MAX;
  for (const { name } of old) await rm(join(folder, name));
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (name.endsWith('.json.partial') && !(await isYoung(path))) await rm(path);
  }
  const used = new Set<string>();
  for (const backup of all) {
    if (old.includes(backup)) continue;
    for (const [, sha256] of (await readList(folder, backup.name)).entries) used.add(keyOf(sha256));
  }
  const objects = await openDiskBlobs(join(folder, OBJECTS));
  for await (const key of objects.list('')) {
    if (!used.has(key) && !(await isYoung(join(folder, OBJECTS, key)))) await objects.delete(key);
  }
  await objects.close();
}
