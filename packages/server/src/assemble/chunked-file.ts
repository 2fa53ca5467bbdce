import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import yauzl from 'yauzl';
import type { OrganizationId } from '@seismo/protocol';
import type { Blobs } from '#store/blobs/contract.ts';
import { BundleProblem } from './contract.ts';

export interface ChunkPosition {
  checksum: string;
  bytes: number;
}

export const chunkKey = (organizationId: OrganizationId, checksum: string): string =>
  `chunks/${organizationId}/${checksum}`;

/**
 * Reads the chunks of an upload as one file, without writing one. The chunk that was read last stays in memory, because
 * the next read is usually in it.
 */
export class ChunkedFile extends yauzl.RandomAccessReader {
  readonly bytes: number;
  readonly #blobs: Pick<Blobs, 'get'>;
  readonly #chunks: (ChunkPosition & { key: string; start: number })[] = [];
  #last: { key: string; bytes: Uint8Array } | null = null;

  constructor(blobs: Pick<Blobs, 'get'>, organizationId: OrganizationId, chunks: readonly ChunkPosition[]) {
    super();
    this.#blobs = blobs;
    let start = 0;
    for (const chunk of chunks) {
      this.#chunks.push({ ...chunk, key: chunkKey(organizationId, chunk.checksum), start });
      start += chunk.bytes;
    }
    this.bytes = start;
  }

  async sha1(): Promise<string> {
    const hash = createHash('sha1');
    for await (const part of this.#range(0, this.bytes)) hash.update(part);
    return hash.digest('hex');
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#range(start, end), { objectMode: false });
  }

  async *#range(start: number, end: number): AsyncGenerator<Uint8Array> {
    for (const chunk of this.#chunks) {
      const [from, to] = [Math.max(start - chunk.start, 0), Math.min(end - chunk.start, chunk.bytes)];
      if (from < to) yield (await this.#read(chunk.key)).subarray(from, to);
    }
  }

  async #read(key: string): Promise<Uint8Array> {
    if (this.#last?.key !== key) {
      const bytes = await this.#blobs.get(key);
      if (!bytes) throw new BundleProblem('A chunk of the upload is missing. Upload it again.');
      this.#last = { key, bytes };
    }
    return this.#last.bytes;
  }
}
