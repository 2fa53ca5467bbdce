import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failPoint } from '#platform/fail-point.ts';
import { openDiskBlobs } from '#store/blobs/disk.ts';
import type { Blobs } from '#store/blobs/contract.ts';
import {
  createSum,
  sha256Of,
  UnusableBackup,
  type BackupBase,
  type BackupEntry,
  type BackupWriter,
} from './entries.ts';
import { MANIFEST, SUMMARY, type Manifest, type Summary } from './format.ts';

/**
 * A folder of backups. `<time>.json` lists the entries of one backup, with the SHA-256 of each; `objects/` has their
 * content by SHA-256, each once. So a backup writes what no earlier one has, and each can be restored by itself.
 */
type List = [name: string, sha256: string][];

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

export interface FolderWriter extends BackupWriter {
  /** After its end: the name of its list, and what it has written. */
  written(): { name: string; bytes: number };
}

/** `baseName`: the last backup that these stores wrote. It is the base if the folder still has it. */
export async function openFolderWriter(folder: string, baseName: string | null): Promise<FolderWriter> {
  const objects = await openDiskBlobs(join(folder, OBJECTS));
  const entries: List = [];
  const added = createSum();
  let [name, bytes] = ['', 0];

  function append(entry: string, sha256: string): void {
    added.add(entry, sha256);
    entries.push([entry, sha256]);
  }

  async function baseOf(base: string): Promise<BackupBase | null> {
    try {
      const list = new Map(await readList(folder, base));
      const read = async (entry: string) =>
        JSON.parse(textOf((await objects.get(keyOf(list.get(entry)!)))!)) as unknown;
      return {
        manifest: (await read(MANIFEST)) as Manifest,
        summary: (await read(SUMMARY)) as Summary,
        has: async (entry) => list.has(entry) && (await objects.size(keyOf(list.get(entry)!))) !== null,
        keep: (entry) => append(entry, list.get(entry)!),
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
      if ((await objects.size(keyOf(sha256))) !== content.byteLength) {
        await objects.put(keyOf(sha256), content);
        bytes += content.byteLength;
        failPoint('backup:after-object');
      }
      append(entry, sha256);
    },
    sum: added.now,
    async end(atMs) {
      name = nameOf(atMs);
      const partial = join(folder, `${name}.partial`);
      failPoint('backup:before-list');
      await writeFile(partial, JSON.stringify(entries), { mode: 0o600, flush: true });
      failPoint('backup:before-rename');
      await rename(partial, join(folder, name));
      failPoint('backup:after-list');
      const opened = await open(folder);
      await opened.sync().finally(() => opened.close());
      await objects.close();
    },
    destroy: () => void objects.close(),
    written: () => ({ name, bytes }),
  };
}

/** The content of an object; `null` if it is missing. Changes nothing: a folder may be read-only, or in use. */
async function readObject(folder: string, sha256: string): Promise<Buffer | null> {
  return readFile(join(folder, OBJECTS, keyOf(sha256))).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
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
  for (const [name, sha256] of await readList(folder, chosen.name)) {
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
    if (!list.every(([, sha256]) => SHA256.test(sha256))) throw new Error('An entry has no SHA-256.');
    return list;
  } catch (error) {
    throw new UnusableBackup(`The backup is damaged: ${name} cannot be read. Use another backup.`, { cause: error });
  }
}

/** Objects of a backup that is being written are in no list yet. */
const UNLISTED_MS_MAX = 24 * 3_600_000;

/** Removes backups from before a time, except the newest, and the content that only they have. */
export async function prune(folder: string, beforeMs: number, nowMs: number): Promise<void> {
  const all = await backupsIn(folder);
  const old = all.slice(1).filter(({ atMs }) => atMs < beforeMs);
  for (const { name } of old) await rm(join(folder, name));
  // Of a server that was killed.
  for (const name of await readdir(folder)) if (name.endsWith('.json.partial')) await rm(join(folder, name));
  const used = new Set<string>();
  for (const { name } of all) {
    if (old.some((removed) => removed.name === name)) continue;
    for (const [, sha256] of await readList(folder, name)) used.add(keyOf(sha256));
  }
  const objects = await openDiskBlobs(join(folder, OBJECTS));
  await removeUnused(objects, used, async (key) => {
    const { mtimeMs } = await stat(join(folder, OBJECTS, key));
    return mtimeMs < nowMs - UNLISTED_MS_MAX;
  });
  await objects.close();
}

async function removeUnused(
  objects: Blobs,
  used: ReadonlySet<string>,
  isOld: (key: string) => Promise<boolean>,
): Promise<void> {
  for await (const key of objects.list('')) if (!used.has(key) && (await isOld(key))) await objects.delete(key);
}
