import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { NoRoomForCopy } from './migration-copy.ts';

/** A store that is only inspected has an older schema, which the next start upgrades. */
export class OlderSchema extends Error {
  override name = 'OlderSchema';
  constructor(version: number, newest: number) {
    super(
      version === 0
        ? 'it is empty, and the first start creates its tables'
        : `it has schema ${version}, and the next start copies it and upgrades it to schema ${newest}`,
    );
  }
}

/** Another process has the store open and lets no other read it. The message is for the operator. */
export class StoreInUse extends Error {
  override name = 'StoreInUse';
}

/** The disk has less than this left: engines report a full disk in many words, and some as "unable to open". */
const FULL_BYTES = 65_536;

/**
 * Why a store cannot be opened, as one sentence for the operator. Distinguishes a full disk, missing permissions and a
 * read-only file system from damage, because only damage needs a backup. The advice never removes a file.
 */
export function openFailure(store: string, path: string, error: unknown, verb = 'opened'): Error {
  if (error instanceof NoRoomForCopy || error instanceof OlderSchema) return error;
  const reason = (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]!;
  return new Error(`The ${store} ${path} cannot be ${verb}: ${adviceFor(path, reason)}`, { cause: error });
}

function adviceFor(path: string, reason: string): string {
  switch (refusalOf(path, reason)) {
    case 'ENOSPC':
      return `the disk is full (${reason}). Free some space and start again. No file is damaged.`;
    case 'EROFS':
      return `its file system is read-only (${reason}). Mount it writable and start again; a disk with errors is often mounted read-only.`;
    case 'EACCES':
      return `this user has no permission to read and write it (${reason}). Make the user that runs Seismo the owner of the data directory and its files.`;
    default:
      return /newer Seismo/.test(reason)
        ? `${reason}. Start that version again, or restore the whole data directory from a backup made before the upgrade.`
        : `${reason}. Keep the file, and restore the whole data directory from a backup: docs/operations/damaged-files.md.`;
  }
}

function refusalOf(path: string, reason: string): 'ENOSPC' | 'EROFS' | 'EACCES' | null {
  if (/no space left|disk is full|ENOSPC/i.test(reason)) return 'ENOSPC';
  for (const place of [path, `${path}-wal`, `${path}.wal`, dirname(path)]) {
    if (!existsSync(place)) continue;
    try {
      accessSync(place, constants.R_OK | constants.W_OK);
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EROFS' ? 'EROFS' : 'EACCES';
    }
  }
  if (/read-only file system|EROFS/i.test(reason)) return 'EROFS';
  if (/permission denied|EACCES|EPERM/i.test(reason)) return 'EACCES';
  if (!/unable to open|I\/O error|IO Error/i.test(reason) || !existsSync(dirname(path))) return null;
  const { bavail, bsize } = statfsSync(dirname(path));
  return bavail * bsize < FULL_BYTES ? 'ENOSPC' : null;
}
