import { limits } from '@seismo/protocol';
import { IngestRefusal } from './refuse.ts';

/**
 * Counts the bytes of all bodies in memory, so that many large ones at once are refused instead of ending the process.
 * Each request has one `Hold` and lets go of it when it was answered.
 */
export class HeldBytes {
  readonly #bytesMax: number;
  #bytes = 0;
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  take(bytes: number): void {
    if (this.#bytes + bytes > this.#bytesMax) {
      throw new IngestRefusal('backlog', { retryAfterS: limits.BACKLOG_RETRY_AFTER_S });
    }
    this.#bytes += bytes;
  }

  give(bytes: number): void {
    this.#bytes -= bytes;
  }
}

export class Hold {
  readonly #held: HeldBytes;
  #bytes = 0;
  constructor(held: HeldBytes) {
    this.#held = held;
  }

  take(bytes: number): void {
    this.#held.take(bytes);
    this.#bytes += bytes;
  }

  release(): void {
    this.#held.give(this.#bytes);
    this.#bytes = 0;
  }
}
