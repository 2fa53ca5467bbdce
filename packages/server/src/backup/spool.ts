import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupWriter } from './entries.ts';

/**
 * Adds entries to a backup. Between `hold` and `release` it writes them to a local folder, because the backup may wait
 * for its reader or its disk without end.
 */
export interface Spool {
  add(name: string, content: Uint8Array): Promise<void>;
  /** Takes over a file that is in the folder. */
  addFile(name: string, path: string): Promise<void>;
  hold(): void;
  release(): Promise<void>;
}

export function createSpool(archive: Pick<BackupWriter, 'add'>, folder: string): Spool {
  let held: { name: string; path: string }[] | null = null;

  async function move(name: string, path: string): Promise<void> {
    await archive.add(name, await readFile(path));
    await rm(path);
  }

  return {
    async add(name, content) {
      if (held === null) return archive.add(name, content);
      const path = join(folder, name.replaceAll('/', '-'));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(path, content, { mode: 0o600 });
      held.push({ name, path });
    },
    async addFile(name, path) {
      if (held === null) return move(name, path);
      held.push({ name, path });
    },
    hold() {
      held = [];
    },
    async release() {
      const files = held ?? [];
      held = null;
      for (const { name, path } of files) await move(name, path);
    },
  };
}
