import { afterEach, expect, test, vi } from 'vitest';
import { startScheduler } from './scheduler.ts';

afterEach(() => void vi.useRealTimers());

test('jobs run at the start and at their intervals, and one that fails stops neither the others nor itself', async () => {
  vi.useFakeTimers();
  const runs = { minute: 0, hour: 0 };
  const failed: unknown[] = [];
  const jobs = [
    { everyMinutes: 1, run: () => Promise.reject(new Error(`no. ${++runs.minute}`)) },
    { everyMinutes: 60, run: async () => void runs.hour++ },
  ];
  const scheduler = startScheduler(jobs, (error) => failed.push(error));
  await vi.advanceTimersByTimeAsync(0);
  expect(runs).toEqual({ minute: 1, hour: 1 });
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(runs).toEqual({ minute: 61, hour: 2 });
  expect(failed).toHaveLength(61);
  await scheduler.stop();
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(runs).toEqual({ minute: 61, hour: 2 });
});
