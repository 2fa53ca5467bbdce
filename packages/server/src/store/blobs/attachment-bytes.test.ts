import { randomBytes } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { putAttachment, streamAttachment } from './attachment-bytes.ts';
import type { Blobs } from './contract.ts';
import { openMemoryBlobs } from './memory.ts';

const blobKey = 'attachments/1/a';

async function read(blobs: Blobs, of: { blobKey: string; bytes: number }): Promise<Buffer> {
  return Buffer.from(await new Response((await streamAttachment(blobs, of)) as ReadableStream).arrayBuffer());
}

test('an attachment is stored compressed under the key of its content and read back whole', async () => {
  const blobs = openMemoryBlobs();
  const log = Buffer.from('GET /cart 200\n'.repeat(10_000));
  await putAttachment(blobs, blobKey, log);
  expect((await blobs.get(blobKey))!.length).toBeLessThan(log.length / 50);
  expect(await read(blobs, { blobKey, bytes: log.length })).toEqual(log);
});

test.each([
  ['random bytes', randomBytes(5000)],
  ['a zstd file', zstdCompressSync(randomBytes(5000))],
  ['one byte', Buffer.from('x')],
  ['nothing', Buffer.alloc(0)],
])('%s, which compression would only lengthen, are stored as they are', async (_what, bytes) => {
  const blobs = openMemoryBlobs();
  await putAttachment(blobs, blobKey, bytes);
  expect((await blobs.get(blobKey))!.length).toBe(bytes.length);
  expect(await read(blobs, { blobKey, bytes: bytes.length })).toEqual(bytes);
});

test('an attachment that an earlier version stored raw is read as it is, a zstd file among them', async () => {
  const blobs = openMemoryBlobs();
  for (const raw of [Buffer.from('raw '.repeat(1000)), zstdCompressSync(Buffer.from('raw '.repeat(1000)))]) {
    await blobs.put(blobKey, raw);
    expect(await read(blobs, { blobKey, bytes: raw.length })).toEqual(raw);
  }
});

test("a missing blob is null, and one that inflates beyond the attachment's size is refused", async () => {
  const blobs = openMemoryBlobs();
  expect(await streamAttachment(blobs, { blobKey, bytes: 10 })).toBeNull();
  await putAttachment(blobs, blobKey, Buffer.alloc(5000));
  await expect(read(blobs, { blobKey, bytes: 4000 })).rejects.toThrow('4000');
});
