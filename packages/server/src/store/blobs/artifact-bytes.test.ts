import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { OrganizationId } from '@seismo/protocol';
import { putArtifact, readArtifact, streamArtifact } from './artifact-bytes.ts';
import { openMemoryBlobs } from './memory.ts';

const one = 1 as OrganizationId;

test('equal bytes are stored once per organization, compressed, and read back unchanged', async () => {
  const blobs = openMemoryBlobs();
  const bytes = Buffer.from('{"version":3,"sources":["a.ts"]}'.repeat(1000));
  const key = await putArtifact(blobs, one, bytes);
  expect(await putArtifact(blobs, one, Buffer.from(bytes))).toBe(key);
  expect(await putArtifact(blobs, 2 as OrganizationId, bytes)).not.toBe(key);
  expect((await blobs.get(key))!.length).toBeLessThan(bytes.length / 50);
  expect(Buffer.from((await readArtifact(blobs, { blobKey: key, bytes: bytes.length }))!)).toEqual(bytes);
  const empty = await putArtifact(blobs, one, new Uint8Array());
  expect(await readArtifact(blobs, { blobKey: empty, bytes: 0 })).toHaveLength(0);
});

test('a missing blob is null, and one longer than recorded is refused', async () => {
  const blobs = openMemoryBlobs();
  const blobKey = await putArtifact(blobs, one, Buffer.alloc(5000));
  await expect(readArtifact(blobs, { blobKey, bytes: 4000 })).rejects.toThrow('4000');
  await blobs.delete(blobKey);
  expect(await readArtifact(blobs, { blobKey, bytes: 5000 })).toBeNull();
});

test('an unread file uses no memory, and one longer than recorded is cut off', async () => {
  let taken = 0;
  const blobs = openMemoryBlobs();
  const bytes = randomBytes(8 * 1024 * 1024);
  const blobKey = await putArtifact(blobs, one, bytes);
  const piecewise = {
    read: async (key: string) => {
      const packed = (await blobs.get(key))!;
      return Readable.from(
        (function* () {
          for (; taken < packed.length; taken += 1024) yield packed.subarray(taken, taken + 1024);
        })(),
        { highWaterMark: 1 },
      );
    },
  };
  const reader = (await streamArtifact(piecewise, { blobKey, bytes: bytes.length }))!.getReader();
  await reader.read();
  for (let turn = 0; turn < 1000; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(taken).toBeLessThan(1024 * 1024);
  await reader.cancel();
  taken = 0;
  const whole = (await streamArtifact(piecewise, { blobKey, bytes: bytes.length }))!;
  expect(Buffer.from(await new Response(whole as ReadableStream).arrayBuffer()).equals(bytes)).toBe(true);
  taken = 0;
  const short = (await streamArtifact(piecewise, { blobKey, bytes: 4000 }))!;
  await expect(new Response(short as ReadableStream).arrayBuffer()).rejects.toThrow(/4000/);
});
