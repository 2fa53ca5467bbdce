import { readdir, statfs } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testPath } from '../testing/cleanup.ts';
import { limits } from '@seismo/protocol';
import { isDiskFull, openDiskSpace } from './disk-space.ts';
import type { DiskSpace } from './disk-space.ts';

vi.mock('node:fs/promises', { spy: true });

const MB = 1_000_000;
const GB = 1000 * MB;
const clock = { nowMs: 0, now: () => clock.nowMs };

let freeBytes: number;
let space: DiskSpace;
const logged: string[] = [];
const log = { info: note, warn: note };
function note(_fields: object, message: string): void {
  logged.push(message);
}

beforeEach(async () => {
  logged.length = 0;
  disk(100 * GB, 50 * GB);
});
afterEach(async () => {
  await space.close();
  vi.resetAllMocks();
});

function disk(bytes: number, free: number): void {
  freeBytes = free;
  const facts = () => ({ bsize: 1, blocks: bytes, bavail: freeBytes }) as Awaited<ReturnType<typeof statfs>>;
  vi.mocked(statfs).mockImplementation((async () => facts()) as unknown as typeof statfs);
}

async function open(floorBytes: number | null): Promise<void> {
  space = await openDiskSpace({
    folder: testPath(),
    floorBytes,
    budgetBytes: 20 * GB,
    spanBudgetBytes: 5 * GB,
    clock,
    log,
    intervalMs: 5,
  });
}

test('the default floor is a twentieth of the disk and at most one gibibyte', async () => {
  await open(null);
  expect(space.status()).toEqual({
    isFull: false,
    freeBytes: 50 * GB,
    floorBytes: limits.DISK_FLOOR_BYTES_DEFAULT_MAX,
    usedBytes: 0,
    budgetBytes: 20 * GB,
    spanBudgetBytes: 5 * GB,
  });
  disk(2 * GB, GB);
  expect((await space.measure()).floorBytes).toBe(100 * MB);
});

test('the disk is full while the data folder has more bytes than its budget', async () => {
  await open(0);
  const fullAt = 20 * GB - limits.DISK_BUDGET_RESERVE_BYTES;
  await space.setUsedBytes(fullAt);
  expect(space.status()).toMatchObject({ isFull: true, usedBytes: fullAt });
  expect(() => space.requireRoom()).toThrow('Seismo has used its disk budget.');
  await space.setUsedBytes(fullAt - 1);
  expect(space.status().isFull).toBe(false);
});

test('below the floor the disk is full, and it has room again by itself, with a margin', async () => {
  await open(100 * MB);
  const changes: boolean[] = [];
  space.onChange(({ isFull }) => changes.push(isFull));
  disk(100 * GB, 99 * MB);
  await expect.poll(() => space.status().isFull).toBe(true);
  expect(() => space.requireRoom()).toThrow('The server disk is full.');
  disk(100 * GB, 105 * MB);
  expect((await space.measure()).isFull).toBe(true);
  disk(100 * GB, 111 * MB);
  await expect.poll(() => space.status().isFull).toBe(false);
  space.requireRoom();
  expect(changes).toEqual([true, false]);
  expect(logged).toEqual([
    'disk full: refusing reports until space is freed',
    'disk space is available: accepting reports',
  ]);
});

test('a failed write marks the disk as full for a while, even if free space is reported', async () => {
  await open(100 * MB);
  expect(await space.writeFailed(new Error('disk I/O error'))).toBe(false);
  expect(await space.writeFailed(new Error('database or disk is full'))).toBe(true);
  expect(space.status().isFull).toBe(true);
  clock.nowMs += limits.DISK_FULL_RETRY_MS;
  expect((await space.measure()).isFull).toBe(false);
});

test('a reserve is created when there is space, deleted when almost none is left, and created again', async () => {
  await open(2 * MB);
  await expect.poll(() => readdir(testPath())).toEqual(['reserve']);
  await space.releaseReserve();
  expect(await readdir(testPath())).toEqual(['reserve']);
  disk(100 * GB, 1000);
  await space.releaseReserve();
  expect(await readdir(testPath())).toEqual([]);
  disk(100 * GB, 3 * MB);
  await space.measure();
  expect(await readdir(testPath())).toEqual([]);
  disk(100 * GB, 50 * GB);
  await expect.poll(() => readdir(testPath())).toEqual(['reserve']);
});

test.each([
  [Object.assign(new Error('write'), { code: 'ENOSPC' }), true],
  [Object.assign(new Error('write'), { code: 'EDQUOT' }), true],
  [Object.assign(new Error('full'), { errcode: 13 }), true],
  [new Error('IO Error: Could not write file: No space left on device'), true],
  [new Error('UNIQUE constraint failed'), false],
  [null, false],
])('%s says of itself whether the disk was full', async (error, isFull) => {
  await open(0);
  expect(isDiskFull(error)).toBe(isFull);
});
