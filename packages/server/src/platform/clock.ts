/** Time is passed in, never read from a global, so that tests control it. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** One clock for all threads of a server. `set` stops it at a time, `null` returns to the system's. */
export interface SharedClock extends Clock {
  readonly memory: SharedArrayBuffer;
  set(atMs: number | null): void;
}

export function sharedClock(memory = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT)): SharedClock {
  const stoppedAt = new BigInt64Array(memory);
  return {
    memory,
    now: () => Number(Atomics.load(stoppedAt, 0)) || systemClock.now(),
    set: (atMs) => void Atomics.store(stoppedAt, 0, BigInt(atMs ?? 0)),
  };
}

const DAY_MS = 24 * 3600 * 1000;

/** UTC days since 1970-01-01. */
export function dayOf(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}

export function msLeftOfDay(atMs: number): number {
  return (dayOf(atMs) + 1) * DAY_MS - atMs;
}
