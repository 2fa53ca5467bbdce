import type { ReadableStream } from 'node:stream/web';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import type { Blobs } from './contract.ts';
import { streamBlob } from './stream-blob.ts';

const compress = promisify(zstdCompress);

/**
 * The bytes of an attachment, compressed if that makes them smaller. The key is the checksum of the raw content. A blob
 * as long as its attachment is not compressed, like all blobs of earlier versions; a shorter one is.
 */
export async function putAttachment(blobs: Blobs, key: string, bytes: Uint8Array): Promise<void> {
  const packed = await compress(bytes);
  await blobs.put(key, packed.byteLength < bytes.byteLength ? packed : bytes);
}

/** `null` if the blob is gone. Never inflates to more than the attachment's own size. */
export async function streamAttachment(
  blobs: Pick<Blobs, 'read' | 'size'>,
  { blobKey, bytes }: { blobKey: string; bytes: number },
): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null> {
  const stored = await blobs.size(blobKey);
  return stored === null ? null : streamBlob(blobs, { blobKey, bytes, isCompressed: stored < bytes });
}
