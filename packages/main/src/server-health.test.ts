import { limits } from '@seismo/protocol';
import { afterEach, expect, test, vi } from 'vitest';
import { watchServerHealth } from './server-health.ts';

afterEach(() => void vi.useRealTimers());

test('health that is renewed is from now, though an older measurement has not ended', async () => {
  vi.useFakeTimers();
  let entries = 85;
  let slow: Promise<unknown> | null = null;
  const stats = async () => {
    const counted = { entries, bytes: 1, oldestReceivedAtMs: 1 };
    await slow;
    return counted as never;
  };
  const health = await watchServerHealth({
    space: {
      status: () => ({ isFull: false, freeBytes: 1, floorBytes: 0, usedBytes: 0, budgetBytes: 1, spanBudgetBytes: 1 }),
    },
    journal: { stats },
    state: { outboxReaders: async () => [], setting: async () => null },
    clock: { now: () => 1 },
    lostEntries: 0,
    schedule: null,
  });
  const older = Promise.withResolvers<void>();
  slow = older.promise;
  vi.advanceTimersByTime(limits.HEALTH_AGE_MS_MAX);
  [entries, slow] = [0, null];
  const renewed = health.renew();
  await vi.advanceTimersByTimeAsync(0);
  older.resolve();
  await renewed;
  await vi.advanceTimersByTimeAsync(0);
  expect(health.read().journal).toMatchObject({ entries: 0 });
  health.stop();
});
