import { expect, test } from 'vitest';
import { PREFETCHES_IN_FLIGHT_MAX, PREFETCHES_WAITING_MAX, prefetchQueue } from './queue.ts';

function held() {
  const started: string[] = [];
  const finish = new Map<string, (failed?: boolean) => void>();
  const run = (href: string) =>
    new Promise<void>((resolve, reject) => {
      started.push(href);
      finish.set(href, (failed) => (failed ? reject(new Error('offline')) : resolve()));
    });
  return { started, finish, run };
}

test('at most five prefetches are in flight (observed.md row 6)', async () => {
  const { started, finish, run } = held();
  const queue = prefetchQueue(run, () => 0);
  for (let index = 0; index < 9; index += 1) queue.intend(`/issues/${index}`);
  expect(PREFETCHES_IN_FLIGHT_MAX).toBe(5);
  expect(queue.inFlight).toBe(5);
  expect(started).toHaveLength(5);
  finish.get('/issues/0')?.();
  await Promise.resolve();
  await Promise.resolve();
  expect(started).toHaveLength(6);
  expect(queue.inFlight).toBe(5);
});

test('the newest intent runs first, and old ones are dropped', async () => {
  const { started, finish, run } = held();
  const queue = prefetchQueue(run, () => 0);
  for (let index = 0; index < 5; index += 1) queue.intend(`/busy/${index}`);
  for (let index = 0; index < PREFETCHES_WAITING_MAX + 3; index += 1) queue.intend(`/later/${index}`);
  for (let index = 0; index < 5; index += 1) finish.get(`/busy/${index}`)?.();
  await new Promise((resolve) => setImmediate(resolve));
  expect(started[5]).toBe(`/later/${PREFETCHES_WAITING_MAX + 2}`);
  expect(started).not.toContain('/later/0');
});

test('an address is prefetched once until the prefetch is stale', async () => {
  let nowMs = 0;
  const { started, finish, run } = held();
  const queue = prefetchQueue(run, () => nowMs);
  queue.intend('/stats');
  queue.intend('/stats');
  finish.get('/stats')?.();
  await new Promise((resolve) => setImmediate(resolve));
  queue.intend('/stats');
  expect(started).toEqual(['/stats']);
  nowMs = 300_000;
  queue.intend('/stats');
  expect(started).toEqual(['/stats', '/stats']);
});

test('a failed prefetch makes room for the next', async () => {
  const { started, finish, run } = held();
  const queue = prefetchQueue(run, () => 0);
  for (let index = 0; index < 6; index += 1) queue.intend(`/${index}`);
  finish.get('/2')?.(true);
  await new Promise((resolve) => setImmediate(resolve));
  expect(started).toHaveLength(6);
});
