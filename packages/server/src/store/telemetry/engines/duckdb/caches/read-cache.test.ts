import { expect, test } from 'vitest';
import { createReadCache } from './read-cache.ts';

/** A store of words, each read counted. */
function words(countMax = 2) {
  const cache = createReadCache<string[]>({ countMax });
  const stored = new Map<string, string[]>();
  let reads = 0;
  return {
    cache,
    add: (key: string, ...added: string[]) => stored.set(key, [...(stored.get(key) ?? []), ...added]),
    replace: (key: string, ...by: string[]) => stored.set(key, by),
    reads: () => reads,
    read: (key: string) =>
      cache.read(key, async (known = []) => {
        reads += 1;
        return [...known, ...(stored.get(key) ?? []).slice(known.length)];
      }),
  };
}

test('results are cached, and only added rows are read on top', async () => {
  const { cache, add, replace, read, reads } = words();
  add('a', 'one');
  expect(await read('a')).toEqual(['one']);
  expect([await read('a'), reads()]).toEqual([['one'], 1]);
  replace('a', 'other', 'two');
  cache.added((key) => key === 'b');
  expect(await read('a')).toEqual(['one']);
  cache.added((key) => key === 'a');
  expect(await read('a')).toEqual(['one', 'two']);
  cache.changed();
  expect(await read('a')).toEqual(['other', 'two']);
});

test('the least recently used result is evicted', async () => {
  const { read, reads } = words(2);
  for (const key of ['a', 'b', 'a', 'c', 'a']) await read(key);
  expect(reads()).toBe(3);
  await read('b');
  expect(reads()).toBe(4);
});

test('concurrent reads share one query', async () => {
  const { add, read, reads } = words();
  add('a', 'one');
  expect(await Promise.all([read('a'), read('a'), read('a')])).toEqual([['one'], ['one'], ['one']]);
  expect(reads()).toBe(1);
});

test('a result that changes during the read is not returned to later readers', async () => {
  const cache = createReadCache<string>({ countMax: 2 });
  const { promise, resolve } = Promise.withResolvers<string>();
  const before = cache.read('a', () => promise);
  cache.changed();
  const after = cache.read('a', async () => 'new');
  resolve('old');
  expect([await before, await after, await cache.read('a', async () => 'newer')]).toEqual(['old', 'new', 'new']);
});

test('rows added during the read are read on top', async () => {
  const cache = createReadCache<string[]>({ countMax: 2 });
  const { promise, resolve } = Promise.withResolvers<string[]>();
  const before = cache.read('a', () => promise);
  cache.added((key) => key === 'a');
  const after = cache.read('a', async (known = []) => [...known, 'two']);
  resolve(['one']);
  expect([await before, await after]).toEqual([['one'], ['one', 'two']]);
});

test('a reading that failed is tried again', async () => {
  const cache = createReadCache<string>({ countMax: 2 });
  await expect(cache.read('a', () => Promise.reject(new Error('no memory')))).rejects.toThrow('no memory');
  expect(await cache.read('a', async () => 'read')).toBe('read');
});

test('the least recently used results are evicted when there are too many rows, an oversized one at once', async () => {
  const cache = createReadCache<number>({ countMax: 9, rowCountMax: 10, rowCountOf: (rows) => rows });
  const read = (key: string, rows: number) => cache.read(key, async () => rows);
  for (const key of ['a', 'b', 'a']) await read(key, 4);
  await read('c', 5);
  expect(cache.keys()).toEqual(['a', 'c']);
  cache.changed((key) => key === 'c');
  await read('d', 6);
  expect(cache.keys()).toEqual(['a', 'd']);
  await read('e', 11);
  expect(cache.keys()).toEqual([]);
});
