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

/** The content no faster than it is taken: of a file that nobody reads, hardly anything is in memory. */
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
  // Whoever reads hears of an error, and whoever stops reading makes one.
  pipeline(isCompressed ? [stored, createZstdDecompress(), counted] : [stored, counted], () => {});
  return Readable.toWeb(counted, { strategy: { highWaterMark: 0 } });
}
