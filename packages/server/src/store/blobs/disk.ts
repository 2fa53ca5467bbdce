import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { Blobs } from './contract.ts';
import { checkKey } from './key.ts';

/**
 * Blobs as files in a folder, with the key as path. A blob is written to a temporary file, flushed and renamed, so a
 * reader never sees half of it, not even after a crash.
 */
export async function openDiskBlobs(folder: string): Promise<Blobs> {
  // No key can contain this segment, so a half-written blob can never be read.
  const half = join(folder, '.half');
  await mkdir(half, { recursive: true, mode: 0o700 });
  for (const name of await readdir(half)) if (isLeftOver(name)) await rm(join(half, name), { force: true });
  let halves = 0;
  let isOpen = true;

  function pathOf(key: string): string {
    if (!isOpen) throw new Error('The blob store is closed.');
    checkKey(key);
    return join(folder, key);
  }

  async function replace(path: string, bytes: Uint8Array): Promise<void> {
    const written = join(half, `${process.pid}-${threadId}-${++halves}`);
    try {
      await writeThrough(written, bytes);
      await rename(written, path);
    } catch (error) {
      await rm(written, { force: true });
      throw error;
    }
    await flushFolder(dirname(path));
  }

  return {
    async put(key, bytes) {
      const path = pathOf(key);
      const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await replace(path, bytes);
      // Folders made on the way are names in their parents, which must reach the disk too.
      if (made) for (let up = dirname(path); up !== dirname(made); up = dirname(up)) await flushFolder(dirname(up));
    },

    async get(key) {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if (isAbsent(error)) return null;
        throw error;
      }
    },

    async read(key) {
      try {
        return (await open(pathOf(key))).createReadStream();
      } catch (error) {
        if (isAbsent(error)) return null;
        throw error;
      }
    },

    async size(key) {
      try {
        return (await stat(pathOf(key))).size;
      } catch (error) {
        if (isAbsent(error)) return null;
        throw error;
      }
    },

    async delete(key) {
      await rm(pathOf(key), { force: true });
    },

    async *list(prefix) {
      if (!isOpen) throw new Error('The blob store is closed.');
      yield* keysBelow(folder, '', prefix);
    },

    storeId: () => readBlobsId(folder),

    async adopt(storeId) {
      await replace(join(folder, ID_FILE), new TextEncoder().encode(storeId));
    },

    async close() {
      isOpen = false;
    },
  };
}

/** No key can have this segment, either. */
const ID_FILE = '.store-id';

/** The ID of a folder that is only inspected; opening it would remove partial files. */
export async function readBlobsId(folder: string): Promise<string | null> {
  return readFile(join(folder, ID_FILE), 'utf8').catch((error: unknown) => {
    if (isAbsent(error)) return null;
    throw error;
  });
}

/**
 * Whether the writer of this partial file is gone. Other threads and processes may be writing in the same folder; a
 * name of this very thread, which has only just started, is from an earlier process with the same number.
 */
function isLeftOver(name: string): boolean {
  const [pid, thread] = name.split('-').map(Number);
  if (pid === process.pid) return thread === threadId;
  try {
    process.kill(pid!, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EPERM';
  }
}

async function* keysBelow(folder: string, path: string, prefix: string): AsyncGenerator<string> {
  const entries = await readdir(join(folder, path), { withFileTypes: true }).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
  // Sort by whole keys, like every engine: `a-b/c` comes before `a/b`, so a folder counts as `a/`.
  const names = entries
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .filter((name) => name !== '.half/' && name !== ID_FILE)
    .sort((one, other) => (one < other ? -1 : 1));
  for (const name of names) {
    const key = path + name;
    if (!name.endsWith('/')) {
      if (key.startsWith(prefix)) yield key;
    } else if (key.startsWith(prefix) || prefix.startsWith(key)) {
      yield* keysBelow(folder, key, prefix);
    }
  }
}

async function writeThrough(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function isAbsent(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
