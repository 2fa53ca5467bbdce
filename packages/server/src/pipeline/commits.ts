import { limits } from '@seismo/protocol';
import type { LaneShare } from '#platform/lanes.ts';

const HOLDER = 0;
const UNCLEAN = 1;
/** In doubles. */
const APPLIED = 1;

/** The lanes of one of several threads. */
export interface PipelineShare extends LaneShare {
  /** The threads' `commitMemory()`. */
  commits: SharedArrayBuffer;
}

/**
 * Lets several threads prepare batches side by side and commit them one at a time, so that sequences grow in commit
 * order. At most one batch is half committed, and its rows are removed before the next commit.
 */
export interface Commits {
  /** Removes the rows of a batch that failed or whose thread ended. Its entries can then be read again. */
  clean(): Promise<void>;
  /** Waits for its turn and calls `write` with the sequence of a batch of so many entries. */
  commit(entries: number, write: (sequence: number) => Promise<void>): Promise<void>;
  /** Like `commit`, but the written rows are removed before the next commit. */
  tryOut(write: (sequence: number) => Promise<void>): Promise<void>;
}

export function commitMemory(): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(16);
  new Int32Array(memory)[UNCLEAN] = 1;
  return memory;
}

/** `clean` removes rows beyond the applied sequence and returns it. */
export function createCommits({ index, commits }: PipelineShare, clean: () => Promise<number>): Commits {
  const turn = new Int32Array(commits);
  const numbers = new Float64Array(commits);

  async function inTurn(run: (applied: number) => Promise<void>): Promise<void> {
    await takeTurn(turn, index);
    try {
      if (turn[UNCLEAN] === 1) numbers[APPLIED] = await clean();
      turn[UNCLEAN] = 1;
      await run(numbers[APPLIED]!);
    } finally {
      endTurn(commits, index);
    }
  }

  return {
    clean: async () => {
      if (turn[UNCLEAN] === 1) await inTurn(async () => void (turn[UNCLEAN] = 0));
    },
    commit: (entries, write) =>
      inTurn(async (applied) => {
        await write(applied + entries);
        numbers[APPLIED] = applied + entries;
        turn[UNCLEAN] = 0;
      }),
    tryOut: (write) => inTurn((applied) => write(applied + 1)),
  };
}

/** The index of a backup, which takes a turn like a thread. */
const BACKUP = 1_000_000;

/**
 * Waits until no batch is half committed by a running thread, and lets none commit until `run` has ended. Rejects after
 * `BACKUP_PAUSE_MS_MAX`: then batches commit, and what `run` does from there on must not be used.
 */
export async function pauseCommits<T>(memory: SharedArrayBuffer, run: () => Promise<T>): Promise<T> {
  await takeTurn(new Int32Array(memory), BACKUP);
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(tooLong)), limits.BACKUP_PAUSE_MS_MAX);
  try {
    return await Promise.race([run(), late.promise]);
  } finally {
    clearTimeout(timer);
    endPause(memory);
  }
}

const tooLong = `The backup had to pause processing for more than ${limits.BACKUP_PAUSE_MS_MAX / 1000} seconds, so it was ended, and processing continues. The disk of the data directory or the state store is slow or busy: try again later.`;

/** Also ends the pause of a backup whose thread ended in the middle of it. */
export function endPause(memory: SharedArrayBuffer): void {
  endTurn(memory, BACKUP);
}

async function takeTurn(turn: Int32Array<SharedArrayBuffer>, index: number): Promise<void> {
  for (;;) {
    const holder = Atomics.compareExchange(turn, HOLDER, 0, index + 1);
    if (holder === 0) return;
    await Atomics.waitAsync(turn, HOLDER, holder).value;
  }
}

/** Also ends the turn of a thread that ended in the middle of it; the next one cleans. */
export function endTurn(memory: SharedArrayBuffer, index: number): void {
  const turn = new Int32Array(memory);
  if (Atomics.compareExchange(turn, HOLDER, index + 1, 0) === index + 1) Atomics.notify(turn, HOLDER);
}
