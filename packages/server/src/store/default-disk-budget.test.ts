import { statfs, writeFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { limits } from '@seismo/protocol';
import { testPath } from '../testing/cleanup.ts';
import { nothingApplied } from './state/batch/contract.ts';
import { seedProject } from './state/projects/seeds.ts';
import { openTestState } from '../testing/new-stores.ts';
import { thinAtBytes } from '#platform/disk-budget.ts';
import { defaultDiskBudget, retentionFromMs } from './default-disk-budget.ts';

vi.mock(import('node:fs/promises'), { spy: true });

const GB = 1e9;

function free(bytes: number): void {
  const facts = { bsize: 1, bavail: bytes } as Awaited<ReturnType<typeof statfs>>;
  vi.mocked(statfs).mockImplementation((async () => facts) as unknown as typeof statfs);
}

test('the default budget is 80 percent of what is free at the first start, and stays', async () => {
  const state = await openTestState();
  free(100 * GB);
  const budget = await defaultDiskBudget(state, testPath());
  expect(budget).toBeGreaterThanOrEqual(80 * GB);
  expect(budget).toBeLessThan(80.01 * GB);
  free(10 * GB);
  expect(await defaultDiskBudget(state, testPath())).toBe(budget);
});

test('a small disk gets the smallest budget, and what is stored already does not start thinning', async () => {
  free(1000);
  expect(await defaultDiskBudget(await openTestState(), testPath())).toBe(limits.DISK_BUDGET_BYTES_MIN);
  const used = 400 * 1024 * 1024;
  await writeFile(testPath('data'), Buffer.alloc(used, 1));
  expect(thinAtBytes(await defaultDiskBudget(await openTestState(), testPath()))).toBeGreaterThanOrEqual(used * 0.99);
});

test('with events from before, nothing is removed by age in the first seven days', async () => {
  const [empty, used] = [await openTestState(), await openTestState()];
  expect(await retentionFromMs(empty, 1000)).toBe(1000);
  const { projectId } = await seedProject(used);
  const firstEvents = [{ projectId, atMs: 5, platform: '' }];
  await used.write((tx) => tx.applyBatch({ ...nothingApplied, firstEvents, after: 0, sequence: 1, atMs: 5 }));
  const days = 24 * 3600 * 1000;
  expect(await retentionFromMs(used, 1000)).toBe(1000 + 7 * days);
  expect(await retentionFromMs(used, 1000 + 9 * days)).toBe(1000 + 7 * days);
});
