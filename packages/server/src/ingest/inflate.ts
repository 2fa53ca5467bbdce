import type { Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { limits } from '@seismo/protocol';
import type { MemoryBudget } from './body-memory.ts';
import { joined } from './joined.ts';
import { IngestRefusal } from './refuse.ts';

export type Coding = 'identity' | 'gzip' | 'deflate' | 'br' | 'zstd';
export type Compressed = Exclude<Coding, 'identity'>;

export interface Inflater {
  whole(bytes: Uint8Array, coding: Compressed, budget: MemoryBudget): Promise<Uint8Array>;
  /** The decompressed beginning of a body, at most `bytesMax`; empty if it cannot be read. */
  head(bytes: Uint8Array, coding: Compressed, bytesMax: number): Promise<Uint8Array>;
}

/** One coding only: SDKs never chain them, and a chain would multiply the inflation. */
export function codingOf(header: string | undefined): Coding {
  if (header === undefined) return 'identity';
  const codings = header.split(',').map((name) => name.trim().toLowerCase());
  if (codings.length > limits.BODY_ENCODING_COUNT_MAX) throw new IngestRefusal('encoding-unknown');
  const coding = codings[0] === 'x-gzip' ? 'gzip' : codings[0] || 'identity';
  if (coding !== 'identity' && !Object.hasOwn(openers, coding)) throw new IngestRefusal('encoding-unknown');
  return coding as Coding;
}

/**
 * Inflates in zlib's own threads, a few bodies at a time. A bomb stops at the limit: the inflated size is limited by
 * the received bytes.
 */
export function createInflater(bytesMax: number): Inflater {
  let inflating = 0;
  const waiting: (() => void)[] = [];

  async function inTurn<Answer>(inflate: () => Promise<Answer>): Promise<Answer> {
    if (inflating < limits.BODIES_INFLATING_COUNT_MAX) inflating++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await inflate();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else inflating--;
    }
  }

  return {
    whole: (bytes, coding, budget) => inTurn(() => inflated(bytes, openers[coding](bytes), budget, bytesMax)),
    head: (bytes, coding, headBytesMax) => inTurn(() => inflatedHead(bytes, openers[coding](bytes), headBytesMax)),
  };
}

const CHUNK_BYTES = 64 * 1024;

const openers = {
  gzip: () => createGunzip({ chunkSize: CHUNK_BYTES }),
  // RFC 9110 requires zlib's format, but some clients send raw deflate, which servers and browsers accept.
  deflate: (bytes: Uint8Array) =>
    hasZlibHeader(bytes) ? createInflate({ chunkSize: CHUNK_BYTES }) : createInflateRaw({ chunkSize: CHUNK_BYTES }),
  br: () => createBrotliDecompress({ chunkSize: CHUNK_BYTES }),
  zstd: () =>
    createZstdDecompress({
      chunkSize: CHUNK_BYTES,
      params: { [constants.ZSTD_d_windowLogMax]: limits.ZSTD_WINDOW_BITS_MAX },
    }),
} satisfies Record<Compressed, (bytes: Uint8Array) => Transform>;

/** RFC 1950 §2.2: method 8 in the low bits, and the two bytes are a multiple of 31. */
function hasZlibHeader(bytes: Uint8Array): boolean {
  const first = bytes[0] ?? 0;
  return (first & 0x0f) === 8 && ((first << 8) | (bytes[1] ?? 0)) % 31 === 0;
}

function inflated(bytes: Uint8Array, stream: Transform, budget: MemoryBudget, bytesMax: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let total = 0;
    const ofSent = limits.BODY_INFLATION_FREE_BYTES + bytes.length * limits.BODY_INFLATION_RATIO_MAX;
    stream.on('data', (chunk: Buffer) => {
      total += chunk.length;
      try {
        if (total > ofSent) throw new IngestRefusal('inflation-ratio');
        if (total > bytesMax) throw new IngestRefusal('inflated-too-large');
        budget.reserve(chunk.length);
        chunks.push(chunk);
      } catch (refusal) {
        chunks.length = 0;
        stream.destroy();
        reject(refusal);
      }
    });
    stream.on('end', () => resolve(joined(chunks, total)));
    stream.on('error', (error: NodeJS.ErrnoException) =>
      reject(new IngestRefusal(error.code === 'Z_BUF_ERROR' ? 'truncated' : 'encoding-broken')),
    );
    stream.end(bytes);
  });
}

function inflatedHead(bytes: Uint8Array, stream: Transform, bytesMax: number): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let total = 0;
    const stop = () => {
      stream.destroy();
      resolve(joined(chunks, total).subarray(0, bytesMax));
    };
    stream.on('data', (chunk: Buffer) => {
      total += chunk.length;
      chunks.push(chunk);
      if (total >= bytesMax) stop();
    });
    stream.on('error', stop);
    // Not `end`: the body continues, and zlib would report it as cut off.
    stream.write(bytes, stop);
  });
}
