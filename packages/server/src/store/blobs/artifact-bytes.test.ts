import { expect, test } from 'vitest';
import type { OrganizationId } from '@seismo/protocol';
import { putArtifact, readArtifact } from './artifact-bytes.ts';
import { openMemoryBlobs } from './memory.ts';

const one = 1 as OrganizationId;

test('the same bytes are kept once per organization, compressed, and come back as they were', async () => {
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

test('a blob that is gone is null, one that is longer than was noted is refused', async () => {
  const blobs = openMemoryBlobs();
  const blobKey = await putArtifact(blobs, one, Buffer.alloc(5000));
  await expect(readArtifact(blobs, { blobKey, bytes: 4000 })).rejects.toThrow('4000');
  await blobs.delete(blobKey);
  expect(await readArtifact(blobs, { blobKey, bytes: 5000 })).toBeNull();
});
