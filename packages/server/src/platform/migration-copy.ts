import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { limits } from '@seismo/protocol';
import { createLog } from './log.ts';

export interface MigrationOptions {
  /** `true`: migrates an older store without a copy, for a disk without enough space. */
  withoutCopy?: boolean | undefined;
}

/** A store that is about to be migrated. */
export interface OldStore {
  /** Of its file, or where its file would be. */
  path: string;
  name: 'state' | 'journal' | 'telemetry';
  version: number;
  bytes: number;
}

/** A migration was refused before it began, because there is no room for a copy. */
export class NoRoomForCopy extends Error {
  override name = 'NoRoomForCopy';
}

export interface StartedCopy {
  /** The file to write. Until `finish`, its name marks it as incomplete. */
  path: string;
  /** Names the verified copy, logs the name and removes the oldest ones. */
  finish(): void;
}

/** The folder of the copies, beside the stores. */
export function copiesFolder(dataDir: string): string {
  return join(dataDir, 'copies');
}

/**
 * Prepares the copy of a store before a migration. The caller holds the lock of the store, writes the copy, verifies it
 * and finishes it. Incomplete copies of a crash are removed first.
 */
export function startCopy({ path, name, version, bytes }: OldStore, now = new Date()): StartedCopy {
  const folder = copiesFolder(dirname(path));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const file of readdirSync(folder)) {
    if (file.startsWith(`${name}-`) && file.includes(PARTIAL)) rmSync(join(folder, file));
  }
  const { bavail, bsize } = statfsSync(folder);
  // The migration itself needs room, too.
  if (bavail * bsize < 2 * bytes) {
    throw new NoRoomForCopy(
      `This version upgrades the ${name} store, and first copies it to ${folder}. The copy and the upgrade need ` +
        `${megabytes(2 * bytes)}, but only ${megabytes(bavail * bsize)} is free. Free up disk space, or copy the data ` +
        `directory to another disk and run "npm start -- --migrate-without-copy" once. Nothing was changed.`,
    );
  }
  const extension = name === 'telemetry' ? 'duckdb' : 'sqlite';
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const copy = join(folder, `${name}-${version}-${time}.${extension}`);
  const partial = `${copy}${PARTIAL}`;
  return {
    path: partial,
    finish() {
      flush(partial);
      renameSync(partial, copy);
      flush(folder);
      // Threads and commands migrate, too, and a kill during the migration must not lose the line.
      createLog().info({ stage: 'store', copy }, 'copied and verified a store before the upgrade');
      for (const stale of staleCopies(folder, name)) rmSync(join(folder, stale));
    },
  };
}

const PARTIAL = '.partial';

/** The newest copy of each of the newest schema versions: starts that fail again and again push out no older version. */
function staleCopies(folder: string, name: string): string[] {
  const copies = readdirSync(folder)
    .filter((file) => file.startsWith(`${name}-`) && !file.includes(PARTIAL))
    .map((file) => ({ file, version: file.split('-')[1]!, time: file.split('-')[2]! }))
    .toSorted((one, other) => other.time.localeCompare(one.time));
  const newest = copies.filter(({ version }, at) => copies.findIndex((each) => each.version === version) === at);
  const saved = new Set(newest.slice(0, limits.MIGRATION_COPY_COUNT_MAX));
  return copies.filter((copy) => !saved.has(copy)).map(({ file }) => file);
}

function flush(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6)} MB`;
}
