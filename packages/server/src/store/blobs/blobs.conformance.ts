import assert from 'node:assert/strict';
import type { Blobs } from './contract.ts';

const promises: Record<string, (blobs: Blobs) => Promise<void>> = {
  'gives back the bytes that were put, and nothing for a key that was not': async (blobs) => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
    await blobs.put('attachments/1/a', bytes);
    await blobs.put('attachments/1/empty', new Uint8Array(0));
    assert.deepEqual(plain(await blobs.get('attachments/1/a')), plain(bytes));
    assert.deepEqual(plain(await blobs.get('attachments/1/empty')), []);
    assert.equal(await blobs.get('attachments/1/b'), null);
    assert.equal(await blobs.get('nowhere/1/b'), null);
  },

  'gives the same bytes piece by piece': async (blobs) => {
    const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 256);
    await blobs.put('maps/1', bytes);
    await blobs.put('maps/empty', new Uint8Array(0));
    const read = async (key: string) => plain(Buffer.concat(await (await blobs.read(key))!.toArray()));
    assert.deepEqual(await read('maps/1'), plain(bytes));
    assert.deepEqual(await read('maps/empty'), []);
    assert.equal(await blobs.read('maps/2'), null);
  },

  'returns the length of a blob': async (blobs) => {
    await blobs.put('maps/1', new Uint8Array(70_000));
    await blobs.put('maps/empty', new Uint8Array(0));
    assert.equal(await blobs.size('maps/1'), 70_000);
    assert.equal(await blobs.size('maps/empty'), 0);
    assert.equal(await blobs.size('maps/2'), null);
  },

  'stores exactly the bytes of a view, and later changes to the view have no effect': async (blobs) => {
    const whole = new Uint8Array([1, 2, 3, 4]);
    await blobs.put('maps/1', whole.subarray(1, 3));
    whole.fill(9);
    const got = await blobs.get('maps/1');
    assert.deepEqual(plain(got), [2, 3]);
    got!.fill(8);
    assert.deepEqual(plain(await blobs.get('maps/1')), [2, 3]);
  },

  'takes the same key again, also twice at once': async (blobs) => {
    await Promise.all(Array.from({ length: 8 }, () => blobs.put('maps/1/same', new Uint8Array([5, 6]))));
    await blobs.put('maps/1/same', new Uint8Array([5, 6]));
    assert.deepEqual(plain(await blobs.get('maps/1/same')), [5, 6]);
    assert.deepEqual(await all(blobs.list('')), ['maps/1/same']);
  },

  'deletes blobs, and ignores keys that do not exist': async (blobs) => {
    await blobs.put('maps/1', new Uint8Array([1]));
    await blobs.delete('maps/1');
    await blobs.delete('maps/1');
    await blobs.delete('nowhere/1');
    assert.equal(await blobs.get('maps/1'), null);
    assert.deepEqual(await all(blobs.list('')), []);
  },

  'lists the keys that start with a prefix, in order': async (blobs) => {
    const keys = ['a-b/1', 'a/1/x', 'a/10/x', 'a/2/x', 'a/2/x0', 'b/1'];
    for (const key of keys.toReversed()) await blobs.put(key, new Uint8Array([1]));
    assert.deepEqual(await all(blobs.list('')), keys.toSorted());
    assert.deepEqual(await all(blobs.list('a/1')), ['a/1/x', 'a/10/x']);
    assert.deepEqual(await all(blobs.list('a/2/')), ['a/2/x', 'a/2/x0']);
    assert.deepEqual(await all(blobs.list('a/2/x')), ['a/2/x', 'a/2/x0']);
    assert.deepEqual(await all(blobs.list('c')), []);
  },

  'refuses every key that could be something else than a key': async (blobs) => {
    const keys = [
      '',
      'a',
      '/a/b',
      'a/b/',
      'a//b',
      '../a/b',
      'a/../b',
      'a/./b',
      'a/b\0',
      'A/b',
      'a/b.js',
      'a\\b/c',
      'a/b\n',
    ];
    for (const key of [...keys, 'a/b/c/d/e/f']) {
      await assert.rejects(blobs.put(key, new Uint8Array([1])), /key/, JSON.stringify(key));
      await assert.rejects(blobs.get(key), /key/, JSON.stringify(key));
      await assert.rejects(blobs.read(key), /key/, JSON.stringify(key));
      await assert.rejects(blobs.size(key), /key/, JSON.stringify(key));
      await assert.rejects(blobs.delete(key), /key/, JSON.stringify(key));
    }
    assert.deepEqual(await all(blobs.list('../')), []);
  },

  'stores the ID it adopted beside its keys': async (blobs) => {
    assert.equal(await blobs.storeId(), null);
    await blobs.adopt('a');
    assert.equal(await blobs.storeId(), 'a');
    assert.deepEqual(await all(blobs.list('')), []);
  },

  'does nothing more once it is closed': async (blobs) => {
    await blobs.close();
    await blobs.close();
    await assert.rejects(blobs.put('maps/1', new Uint8Array([1])), /closed/);
    await assert.rejects(blobs.get('maps/1'), /closed/);
    await assert.rejects(all(blobs.list('')), /closed/);
  },
};

/** The contract of every blob store, runnable on any engine (and on broken ones, in tests/canaries). */
export const blobsConformance = Object.fromEntries(
  Object.entries(promises).map(([promise, check]) => [
    promise,
    async (open: () => Promise<Blobs>) => check(await open()),
  ]),
);

function plain(bytes: Uint8Array | null): number[] | null {
  return bytes && [...bytes];
}

export async function all(keys: AsyncIterable<string>): Promise<string[]> {
  const listed: string[] = [];
  for await (const key of keys) listed.push(key);
  return listed;
}
