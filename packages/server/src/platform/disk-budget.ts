import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@seismo/protocol';

/** How much of the disk the server may use. */
export interface DiskBudget {
  bytes: number;
  /** Of these, the bytes that older spans may use. */
  spanBytes: number;
  /** The bytes that it uses. */
  measure(): Promise<number>;
}

/** Blobs, of which there may be a million, are counted at this interval, and at most in a fiftieth of the time. */
const BLOBS_INTERVAL_MS = 30_000;
const BLOBS_SHARE = 1 / 50;
const BLOBS = 'blobs';

/** The bytes above which events are thinned. */
export function thinAtBytes(budgetBytes: number): number {
  const share = (budgetBytes * limits.DISK_BUDGET_THIN_PERCENT) / 100;
  return Math.min(share, budgetBytes - limits.DISK_BUDGET_THIN_BYTES_MIN);
}

/** The bytes at which reports are refused. */
export function refuseAtBytes(budgetBytes: number): number {
  return budgetBytes - limits.DISK_BUDGET_RESERVE_BYTES;
}

/** The bytes above which the files give back what is free in them: later, it may have no room for its logs. */
export function shrinkAtBytes(budgetBytes: number): number {
  return (thinAtBytes(budgetBytes) + refuseAtBytes(budgetBytes)) / 2;
}

/** Measures all files of the data folder: stores with their logs, copies and blobs. */
export function createDiskBudget(folder: string, bytes: number, spanBytes: number): DiskBudget {
  let blobs = 0;
  let blobsDueAtMs = Number.NEGATIVE_INFINITY;

  /** Nothing waits for it. */
  async function countBlobs(): Promise<void> {
    const startedAtMs = performance.now();
    blobsDueAtMs = Infinity;
    blobs = await bytesBelow(join(folder, BLOBS));
    const now = performance.now();
    blobsDueAtMs = now + Math.max(BLOBS_INTERVAL_MS, (now - startedAtMs) / BLOBS_SHARE);
  }

  return {
    bytes,
    spanBytes,
    async measure() {
      if (performance.now() >= blobsDueAtMs) void countBlobs();
      let sum = blobs;
      for (const name of await readdir(folder)) if (name !== BLOBS) sum += await bytesBelow(join(folder, name));
      return sum;
    },
  };
}

/** Bytes on the disk, where a file takes whole blocks. What disappears meanwhile counts as nothing. */
export async function bytesBelow(path: string): Promise<number> {
  const file = await stat(path).catch(() => null);
  if (!file) return 0;
  if (!file.isDirectory()) return file.blocks * 512;
  let sum = 0;
  for (const name of await readdir(path).catch(() => [])) sum += await bytesBelow(join(path, name));
  return sum;
}
