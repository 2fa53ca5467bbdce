import { expect, test } from 'vitest';
import { createReadCache } from './read-cache.ts';

/** A store of words, each read counted. */
function words(countMax = 2) {
  const kept = createReadCache<string[]>({ countMax });
  const stored = new Map<string, string[]>();
  let reads = 0;
  return {
    kept,
    add: (key: string, ...added: string[]) => stored.set(key, [...(stored.get(key) ?? []), ...added]),
    replace: (key: string, ...by: string[]) => stored.set(key, by),
    reads: () => reads,
    ask: (key: string) =>
      kept.read(key, async (known = []) => {
        reads += 1;
        return [...known, ...(stored.get(key) ?? []).slice(known.length)];
      }),
  };
}

test('results are cached, and only added rows are read on top', async () => {
  const { kept, add, replace, ask, reads } = words();
  add('a', 'one');
  expect(await ask('a')).toEqual(['one']);
  expect([await ask('a'), reads()]).toEqual([['one'], 1]);
  replace('a', 'other', 'two');
  kept.added((key) => key === 'b');
  expect(await ask('a')).toEqual(['one']);
  kept.added((key) => key === 'a');
  expect(await ask('a')).toEqual(['one', 'two']);
  kept.changed();
  expect(await ask('a')).toEqual(['other', 'two']);
});

test('the least recently used result is evicted', async () => {
  const { ask, reads } = words(2);
  for (const key of ['a', 'b', 'a', 'c', 'a']) await ask(key);
  expect(reads()).toBe(3);
  await ask('b');
  expect(reads()).toBe(4);
});

test('concurrent reads share one query', async () => {
  const { add, ask, reads } = words();
  add('a', 'one');
  expect(await Promise.all([ask('a'), ask('a'), ask('a')])).toEqual([['one'], ['one'], ['one']]);
  expect(reads()).toBe(1);
});

test('a result that changes during the read is not returned to later readers', async () => {
  const kept = createReadCache<string>({ countMax: 2 });
  const { promise, resolve } = Promise.withResolvers<string>();
  const before = kept.read('a', () => promise);
  kept.changed();
  const after = kept.read('a', async () => 'new');
  resolve('old');
  expect([await before, await after, await kept.read('a', async () => 'newer')]).toEqual(['old', 'new', 'new']);
});

test('rows added during the read are read on top', async () => {
  const kept = createReadCache<string[]>({ countMax: 2 });
  const { promise, resolve } = Promise.withResolvers<string[]>();
  const before = kept.read('a', () => promise);
  kept.added((key) => key === 'a');
  const after = kept.read('a', async (known = []) => [...known, 'two']);
  resolve(['one']);
  expect([await before, await after]).toEqual([['one'], ['one', 'two']]);
});

test('a reading that failed is tried again', async () => {
  const kept = createReadCache<string>({ countMax: 2 });
  await expect(kept.read('a', () => Promise.reject(new Error('no memory')))).rejects.toThrow('no memory');
  expect(await kept.read('a', async () => 'read')).toBe('read');
});

test('the least recently used results are evicted when there are too many rows, an oversized one at once', async () => {
  const kept = createReadCache<number>({ countMax: 9, rowCountMax: 10, rowCountOf: (rows) => rows });
  const ask = (key: string, rows: number) => kept.read(key, async () => rows);
  for (const key of ['a', 'b', 'a']) await ask(key, 4);
  await ask('c', 5);
  expect(kept.keys()).toEqual(['a', 'c']);
  kept.changed((key) => key === 'c');
  await ask('d', 6);
  expect(kept.keys()).toEqual(['a', 'd']);
  await ask('e', 11);
  expect(kept.keys()).toEqual([]);
});
