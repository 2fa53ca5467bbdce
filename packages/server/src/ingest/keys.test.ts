import { expect, test } from 'vitest';
import { limits } from '@seismo/protocol';
import { openKeys, type ClientKey } from './keys.ts';
import { clientKey, publicKey } from './test-server.ts';

function openTestKeys(keys: ClientKey[] = [clientKey()]) {
  const clock = { nowMs: 1_000_000, now: () => clock.nowMs };
  const lookups: string[] = [];
  const store = { failure: null as Error | null };
  const cache = openKeys(
    {
      async keyByPublicKey(wanted) {
        lookups.push(wanted);
        if (store.failure) throw store.failure;
        return keys.find((key) => key.publicKey === wanted) ?? null;
      },
    },
    clock,
  );
  return { keys: cache, clock, lookups, store };
}

test('a key is looked up once in five seconds, and read from the cache in between', async () => {
  const { keys, clock, lookups } = openTestKeys();
  expect(await keys.find(publicKey)).toMatchObject({ projectId: 42 });
  clock.nowMs += limits.KEY_CACHE_MS_MAX - 1;
  expect(keys.find(publicKey)).not.toBeInstanceOf(Promise);
  clock.nowMs += 1;
  await keys.find(publicKey);
  expect(lookups).toHaveLength(2);
});

test('concurrent lookups query the store once', async () => {
  const { keys, lookups } = openTestKeys();
  await Promise.all(Array.from({ length: 50 }, async () => keys.find(publicKey)));
  expect(lookups).toHaveLength(1);
});

test('that a key does not exist is remembered as well', async () => {
  const { keys, lookups } = openTestKeys();
  expect(await keys.find('nobody')).toBeNull();
  expect(keys.find('nobody')).toBeNull();
  expect(lookups).toEqual(['nobody']);
});

test('a flood of random keys reaches the store only so often, and known keys go on working', async () => {
  const { keys, clock, lookups } = openTestKeys();
  await keys.find(publicKey);
  clock.nowMs += limits.KEY_CACHE_MS_MAX;
  let refused = 0;
  for (let i = 0; i < 5000; i++) {
    try {
      await keys.find(`random${i}`);
    } catch {
      refused++;
    }
  }
  expect(lookups.length - 1).toBe(limits.KEY_UNKNOWN_LOOKUPS_PER_S_MAX);
  expect(refused).toBe(5000 - limits.KEY_UNKNOWN_LOOKUPS_PER_S_MAX);
  expect(await keys.find(publicKey)).toMatchObject({ projectId: 42 });
  clock.nowMs += 1000;
  expect(await keys.find('random4999')).toBeNull();
});

test('invalidation takes effect even during an older lookup', async () => {
  const { keys, lookups } = openTestKeys();
  const early = keys.find(publicKey);
  keys.invalidate();
  await early;
  await keys.find(publicKey);
  expect(lookups).toHaveLength(2);
});

test('a key that was found before stays valid while the store fails, and reports do not wait', async () => {
  const { keys, clock, lookups, store } = openTestKeys();
  await keys.find(publicKey);
  store.failure = new Error('The connection is lost.');
  clock.nowMs += limits.KEY_CACHE_MS_MAX;
  expect(await keys.find(publicKey)).toMatchObject({ projectId: 42 });
  expect(keys.find(publicKey)).toMatchObject({ projectId: 42 });
  await expect(keys.find('0'.repeat(32))).rejects.toThrow('The connection is lost.');

  store.failure = null;
  await keys.find(publicKey);
  await expect.poll(() => keys.find(publicKey)).toMatchObject({ projectId: 42 });
  const before = lookups.length;
  expect(keys.find(publicKey)).not.toBeInstanceOf(Promise);
  expect(lookups).toHaveLength(before);
});
