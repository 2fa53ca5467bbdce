import { pipeline, Readable, Transform } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createZstdDecompress } from 'node:zlib';
import type { Blobs } from './contract.ts';

export interface BlobToStream {
  blobKey: string;
  /** How long the content is, once it is decompressed. */
  bytes: number;
  isCompressed: boolean;
}

/** Streams the content at the reader's speed, so that an unread stream holds hardly any memory. */
export async function streamBlob(
  blobs: Pick<Blobs, 'read'>,
  { blobKey, bytes, isCompressed }: BlobToStream,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null> {
  const stored = await blobs.read(blobKey);
  if (!stored) return null;
  let sent = 0;
  const counted = new Transform({
    transform(piece: Uint8Array, _encoding, done) {
      sent += piece.length;
      if (sent <= bytes) done(null, piece);
      else done(new Error(`The blob ${blobKey} is longer than the ${bytes} bytes that were noted.`));
    },
  });
  // The reader of `counted` gets errors, and stopping early causes one.
  pipeline(isCompressed ? [stored, createZstdDecompress(), counted] : [stored, counted], () => {});
  return Readable.toWeb(counted, { strategy: { highWaterMark: 0 } });
}
