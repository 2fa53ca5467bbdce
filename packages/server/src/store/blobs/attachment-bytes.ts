import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { Blobs } from './contract.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/**
 * The bytes of an attachment, compressed where that makes them smaller. The key stays that of the raw content: a blob as
 * long as its attachment is the attachment itself, as all blobs of earlier versions are, and a shorter one is compressed.
 */
export async function putAttachment(blobs: Blobs, key: string, bytes: Uint8Array): Promise<void> {
  const packed = await compress(bytes);
  await blobs.put(key, packed.byteLength < bytes.byteLength ? packed : bytes);
}

/** `null` if the blob is gone. Never inflates to more than the attachment's own size. */
export async function readAttachment(
  blobs: Pick<Blobs, 'get'>,
  { blobKey, bytes }: { blobKey: string; bytes: number },
): Promise<Uint8Array | null> {
  const stored = await blobs.get(blobKey);
  if (!stored || stored.byteLength >= bytes) return stored;
  return decompress(stored, { maxOutputLength: bytes });
}
