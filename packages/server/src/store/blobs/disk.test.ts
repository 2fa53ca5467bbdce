import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { threadId } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { testPath } from '../../testing/cleanup.ts';
import { all, blobsConformance } from './blobs.conformance.ts';
import { openDiskBlobs } from './disk.ts';

describe('the blob store on disk', () => {
  for (const [promise, check] of Object.entries(blobsConformance))
    test(promise, () => check(() => openDiskBlobs(testPath())));

  test('has all data after it is reopened', async () => {
    const before = await openDiskBlobs(testPath());
    await before.put('attachments/1/a', new Uint8Array([1, 2]));
    await before.close();
    const after = await openDiskBlobs(testPath());
    expect([...(await after.get('attachments/1/a'))!]).toEqual([1, 2]);
  });

  test('removes partial files of a crash, and nothing else', async () => {
    const before = await openDiskBlobs(testPath());
    await before.put('attachments/1/a', new Uint8Array([1]));
    const inUse = [`${process.pid}-${threadId + 1}-1`, `${process.ppid}-0-1`];
    const leftOver = [`${process.pid}-${threadId}-1`, '4194305-0-1'];
    for (const name of [...inUse, ...leftOver]) await writeFile(testPath('.half', name), 'half');
    const after = await openDiskBlobs(testPath());
    expect((await readdir(testPath('.half'))).sort()).toEqual(inUse.sort());
    expect(await all(after.list(''))).toEqual(['attachments/1/a']);
  });

  test('leaves no file behind when a put fails', async () => {
    const blobs = await openDiskBlobs(testPath());
    // A folder where the blob should be: the rename fails after the bytes were written.
    await mkdir(testPath('attachments', '1', 'a', 'b'), { recursive: true });
    await expect(blobs.put('attachments/1/a', new Uint8Array([1]))).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
    expect(await readdir(testPath('.half'))).toEqual([]);
  });
});
