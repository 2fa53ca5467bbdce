import { createHash } from 'node:crypto';
import type { ReadableStream } from 'node:stream/web';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { OrganizationId } from '@seismo/protocol';
import type { Blobs } from './contract.ts';
import { streamBlob } from './stream-blob.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/**
 * The bytes of an uploaded source map or script, kept compressed and once per organization however often they are
 * uploaded: the vendor chunk of every release is often the same.
 */
export async function putArtifact(blobs: Blobs, organizationId: OrganizationId, bytes: Uint8Array): Promise<string> {
  const key = `artifacts/${organizationId}/${createHash('sha256').update(bytes).digest('hex')}`;
  await blobs.put(key, await compress(bytes));
  return key;
}

/** `null` if the blob is gone. Never inflates to more than the size that was noted when it was uploaded. */
export async function readArtifact(
  blobs: Pick<Blobs, 'get'>,
  { blobKey, bytes }: { blobKey: string; bytes: number },
): Promise<Uint8Array | null> {
  const packed = await blobs.get(blobKey);
  return packed && decompress(packed, { maxOutputLength: Math.max(1, bytes) });
}

/** The same, as a stream. */
export async function streamArtifact(
  blobs: Pick<Blobs, 'read'>,
  file: { blobKey: string; bytes: number },
): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null> {
  return streamBlob(blobs, { ...file, isCompressed: true });
}
