import { randomBytes } from 'node:crypto';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@seismo/protocol';
import type { Clock } from './clock.ts';
import { refuseAtBytes } from './disk-budget.ts';
import type { Log } from './log.ts';
import { Refusal } from './refusal.ts';

export interface DiskStatus {
  /** Free space is below the floor, the disk budget is used up, or a write has just failed for lack of space. */
  isFull: boolean;
  freeBytes: number;
  floorBytes: number;
  /** What the data folder takes, as last measured, and may take. */
  usedBytes: number;
  budgetBytes: number;
  /** Of these, the bytes that older spans may use. */
  spanBudgetBytes: number;
}

export interface DiskSpace {
  /** As last measured. */
  status(): DiskStatus;
  measure(): Promise<DiskStatus>;
  /** The data folder takes so many bytes. */
  setUsedBytes(bytes: number): Promise<void>;
  /** Whether a write failed because the disk is full; if so, the disk counts as full from now on. */
  writeFailed(error: unknown): Promise<boolean>;
  /** Throws a `Refusal` while the disk is full. For work that can wait: uploads, exports. */
  requireRoom(): void;
  /** Frees the reserve when hardly any space is left, so that deletions work. */
  releaseReserve(): Promise<void>;
  /** Calls `listener` when the disk becomes full, and when it has space again. */
  onChange(listener: (status: DiskStatus) => void): void;
  close(): Promise<void>;
}

export interface DiskSpaceOptions {
  folder: string;
  /** `null`: a twentieth of the disk, at most `DISK_FLOOR_BYTES_DEFAULT_MAX`. 0: never full before a write fails. */
  floorBytes: number | null;
  budgetBytes: number;
  spanBudgetBytes: number;
  clock: Clock;
  log: Pick<Log, 'info' | 'warn'>;
  intervalMs?: number;
}

/**
 * Watches the free space of the data folder. Below the floor new data is refused, so that accepted data can be
 * processed and deletions work. A reserve file saves some space for deletions even if other programs have filled the
 * rest; it is created again when there is space.
 */
export async function openDiskSpace({
  folder,
  floorBytes,
  budgetBytes,
  spanBudgetBytes,
  clock,
  log,
  intervalMs = limits.DISK_MEASURE_INTERVAL_MS,
}: DiskSpaceOptions): Promise<DiskSpace> {
  const reserve = join(folder, RESERVE_FILE);
  const listeners: ((status: DiskStatus) => void)[] = [];
  let usedBytes = 0;
  let status = await read(false);
  let failedAtMs = Number.NEGATIVE_INFINITY;
  let making: Promise<void> | null = null;
  let closed = false;

  async function read(wasFull: boolean): Promise<DiskStatus> {
    const { freeBytes, floorBytes: floor } = await readDisk(folder, floorBytes);
    // Free again only with a margin: at the floor itself the answers would flicker.
    const enoughBytes = wasFull ? floor * (1 + limits.DISK_RECOVERY_MARGIN_PERCENT / 100) : floor;
    const measured = { freeBytes, floorBytes: floor, usedBytes, budgetBytes, spanBudgetBytes };
    return { ...measured, isFull: freeBytes < enoughBytes || isBudgetUsed(measured) };
  }

  async function measure(): Promise<DiskStatus> {
    const before = status.isFull;
    const measured = await read(before);
    const hasJustFailed = Math.abs(clock.now() - failedAtMs) < limits.DISK_FULL_RETRY_MS;
    status = { ...measured, isFull: measured.isFull || hasJustFailed };
    if (status.isFull !== before) {
      const fields = { stage: 'store' as const, ...status };
      if (status.isFull) log.warn(fields, 'disk full: refusing reports until space is freed');
      else log.info(fields, 'disk space is available: accepting reports');
      for (const listener of listeners) listener(status);
    }
    if (!status.isFull) making ??= makeReserve().finally(() => (making = null));
    return status;
  }

  async function makeReserve(): Promise<void> {
    if (closed || !(await lacksReserve(folder, status))) return;
    // Without it, deletions on a full disk may fail; the next measurement tries again.
    await writeReserve(folder, status, () => closed).catch(() => {});
  }

  // A failed measurement does not mean a full disk: writes report their own errors.
  const timer = setInterval(() => void measure().catch(() => undefined), intervalMs);
  timer.unref();
  await measure();

  return {
    status: () => status,
    measure,
    async setUsedBytes(bytes) {
      usedBytes = bytes;
      await measure();
    },
    async writeFailed(error) {
      if (isDiskFull(error)) failedAtMs = clock.now();
      // If the measurement fails, the error says enough.
      const { isFull, freeBytes } = await measure().catch(() => status);
      return isFull && (isDiskFull(error) || freeBytes < WRITE_BYTES);
    },
    requireRoom() {
      if (status.isFull) throw isBudgetUsed(status) ? budgetUsed() : diskFull();
    },
    async releaseReserve() {
      const { freeBytes } = await measure();
      if (freeBytes >= reserveBytes(status)) return;
      await making;
      await rm(reserve, { force: true });
      await measure();
    },
    onChange: (listener) => void listeners.push(listener),
    async close() {
      closed = true;
      clearInterval(timer);
      await making;
    },
  };
}

const WRITE_BYTES = 1024 * 1024;
const RESERVE_FILE = 'reserve';

/** `floorBytes`: see `DiskSpaceOptions`. */
export async function readDisk(
  folder: string,
  floorBytes: number | null,
): Promise<{ freeBytes: number; floorBytes: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const defaultBytes = Math.min(limits.DISK_FLOOR_BYTES_DEFAULT_MAX, Math.floor((blocks * bsize) / 20));
  return { freeBytes: bavail * bsize, floorBytes: floorBytes ?? defaultBytes };
}

type Measured = Pick<DiskStatus, 'freeBytes' | 'floorBytes'>;

function reserveBytes({ floorBytes }: Measured): number {
  return Math.min(limits.DISK_RESERVE_BYTES, floorBytes);
}

/** Whether the reserve is missing and the disk has room for it. */
export async function lacksReserve(folder: string, disk: Measured): Promise<boolean> {
  const bytes = reserveBytes(disk);
  if (bytes === 0 || disk.freeBytes < disk.floorBytes + 2 * bytes) return false;
  return ((await stat(join(folder, RESERVE_FILE)).catch(() => null))?.size ?? 0) < bytes;
}

export async function writeReserve(folder: string, disk: Measured, isClosed = () => false): Promise<void> {
  const [path, bytes] = [join(folder, RESERVE_FILE), reserveBytes(disk)];
  try {
    const file = await open(path, 'w', 0o600);
    try {
      // Random, because some file systems do not store zeros.
      for (let at = 0; at < bytes && !isClosed(); at += WRITE_BYTES)
        await file.write(randomBytes(Math.min(WRITE_BYTES, bytes - at)));
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

export function diskFull(): Refusal {
  return new Refusal(
    'disk-full',
    'The server disk is full. Free disk space, or delete projects or issues, then try again.',
  );
}

/** Whether the budget, not the disk, is what is full. */
export function isBudgetUsed({ usedBytes, budgetBytes }: Omit<DiskStatus, 'isFull'>): boolean {
  return usedBytes >= refuseAtBytes(budgetBytes);
}

function budgetUsed(): Refusal {
  return new Refusal(
    'disk-full',
    'Seismo has used its disk budget. Delete projects, issues or uploads, or raise SEISMO_DISK_BUDGET, then try again.',
  );
}

/** From SQLite, DuckDB or the file system; errors from other threads have only their message. */
export function isDiskFull(error: unknown): boolean {
  const { code, errcode, message } = (error ?? {}) as { code?: unknown; errcode?: unknown; message?: unknown };
  return (
    code === 'ENOSPC' ||
    code === 'EDQUOT' ||
    errcode === SQLITE_FULL ||
    /database or disk is full|no space left on device|disk quota exceeded/i.test(String(message))
  );
}

const SQLITE_FULL = 13;
