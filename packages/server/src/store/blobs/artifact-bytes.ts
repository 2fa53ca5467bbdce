import { createHash } from 'node:crypto';
import { pipeline, Readable, Transform } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { promisify } from 'node:util';
import { createZstdDecompress, zstdCompress, zstdDecompress } from 'node:zlib';
import type { OrganizationId } from '@seismo/protocol';
import type { Blobs } from './contract.ts';

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

/** The same, no faster than it is taken: of a file that nobody reads, hardly anything is in memory. */
export async function streamArtifact(
  blobs: Pick<Blobs, 'read'>,
  { blobKey, bytes }: { blobKey: string; bytes: number },
): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null> {
  const packed = await blobs.read(blobKey);
  if (!packed) return null;
  let sent = 0;
  const counted = new Transform({
    transform(piece: Uint8Array, _encoding, done) {
      sent += piece.length;
      if (sent <= bytes) done(null, piece);
      else done(new Error(`The blob ${blobKey} is longer than the ${bytes} bytes that were noted.`));
    },
  });
  // Whoever reads hears of an error, and whoever stops reading makes one.
  pipeline(packed, createZstdDecompress(), counted, () => {});
  return Readable.toWeb(counted, { strategy: { highWaterMark: 0 } });
}
