import { zstdCompressSync, zstdDecompressSync, constants } from 'node:zlib';
import { valueOf, type Part } from './json-parts.ts';

/** Sources are small and many; they are compressed together, and reading one takes a single piece. */
const PIECE_BYTES = 256 * 1024;
const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Takes texts as JSON and stores them compressed until one is read. */
export class TextPacker {
  readonly #pieces: Buffer[] = [];
  #filling = Buffer.allocUnsafe(PIECE_BYTES);
  #filled = 0;
  #total = 0;

  /** Returns the position of the text. */
  add(bytes: Buffer): Part {
    const from = this.#total;
    for (let done = 0; done < bytes.length;) {
      const copied = bytes.copy(this.#filling, this.#filled, done);
      done += copied;
      this.#filled += copied;
      if (this.#filled === PIECE_BYTES) this.#pack();
    }
    this.#total += bytes.length;
    return { from, to: this.#total };
  }

  close(): PackedTexts {
    this.#pack();
    return new PackedTexts(this.#pieces);
  }

  #pack(): void {
    if (this.#filled > 0) this.#pieces.push(zstdCompressSync(this.#filling.subarray(0, this.#filled), options));
    this.#filled = 0;
  }
}

export class PackedTexts {
  readonly bytes: number;
  readonly #pieces: Buffer[];

  constructor(pieces: Buffer[]) {
    this.#pieces = pieces;
    this.bytes = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  }

  get({ from, to }: Part): string | undefined {
    const first = Math.floor(from / PIECE_BYTES);
    const last = Math.ceil(to / PIECE_BYTES);
    const pieces = this.#pieces
      .slice(first, last)
      .map((piece) => zstdDecompressSync(piece, { maxOutputLength: PIECE_BYTES }));
    const bytes = Buffer.concat(pieces);
    const start = from - first * PIECE_BYTES;
    const text = valueOf(bytes, { from: start, to: start + to - from });
    return typeof text === 'string' ? text : undefined;
  }
}
