import { limits } from '@seismo/protocol';
import { IngestRefusal } from './refuse.ts';

/**
 * Counts the bytes of all bodies in memory, so that many large ones at once are refused instead of crashing the
 * process. Each request has one `MemoryBudget`, which it releases after the response.
 *
 * No sender can use up the memory: a network and a client key each have a maximum share, and a part is reserved for
 * small bodies. A client that sends a large attachment, or stalls on it, can still send its errors.
 */
export class BodyMemory {
  readonly #bytesMax: number;
  readonly #ofNetworks = new Map<string, number>();
  readonly #ofKeys = new Map<number | null, number>();
  #bytes = 0;
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  reserve(budget: MemoryBudget, bytes: number): void {
    const isSmall = budget.bytes + bytes <= limits.BODY_SMALL_BYTES_MAX;
    const percent = isSmall ? limits.BODIES_SMALL_PERCENT_MAX : limits.BODIES_LARGE_PERCENT_MAX;
    const fits = (pool: number, percentMax: number) => pool + bytes <= (this.#bytesMax * percentMax) / 100;
    if (
      !fits(this.#bytes, percent.all) ||
      !fits(this.#ofNetworks.get(budget.network) ?? 0, percent.network) ||
      !fits(this.#ofKeys.get(budget.keyId) ?? 0, percent.key)
    ) {
      throw new IngestRefusal('backlog', { retryAfterS: limits.BACKLOG_RETRY_AFTER_S });
    }
    this.add(budget, bytes);
  }

  /** Negative when bytes are released. */
  add({ network, keyId }: Pick<MemoryBudget, 'network' | 'keyId'>, bytes: number): void {
    this.#bytes += bytes;
    add(this.#ofNetworks, network, bytes);
    add(this.#ofKeys, keyId, bytes);
  }
}

/** The memory of one request, counted for its network and, once known, its client key. */
export class MemoryBudget {
  readonly #pool: BodyMemory;
  readonly network: string;
  #keyId: number | null = null;
  #bytes = 0;
  constructor(pool: BodyMemory, network: string) {
    this.#pool = pool;
    this.network = network;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get keyId(): number | null {
    return this.#keyId;
  }

  assignTo(keyId: number): void {
    this.#pool.add(this, -this.#bytes);
    this.#keyId = keyId;
    this.#pool.add(this, this.#bytes);
  }

  reserve(bytes: number): void {
    this.#pool.reserve(this, bytes);
    this.#bytes += bytes;
  }

  free(bytes: number): void {
    this.#pool.add(this, -bytes);
    this.#bytes -= bytes;
  }

  release(): void {
    this.free(this.#bytes);
  }
}

/** Only senders with memory in use are in the map. */
function add<Key>(sums: Map<Key, number>, key: Key, bytes: number): void {
  const sum = (sums.get(key) ?? 0) + bytes;
  if (sum > 0) sums.set(key, sum);
  else sums.delete(key);
}
