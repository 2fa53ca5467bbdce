import { limits } from '@seismo/protocol';

/** Work that an answer does not wait for. It is not stored: work that has not begun when the server stops is dropped. */
export interface Background {
  run(work: () => Promise<void>): void;
  /** Resolves when everything until now is done. */
  settled(): Promise<void>;
  /** Work that has begun is finished. */
  stop(): Promise<void>;
}

/** `delayMs`: how long the next work waits, so that it does not slow down the answer. */
export function createBackground(delayMs: () => number, failed: (error: unknown) => void): Background {
  const pending = new Set<Promise<void>>();
  const stopped = new AbortController();
  return {
    run(work) {
      if (stopped.signal.aborted) return;
      if (pending.size >= limits.BACKGROUND_COUNT_MAX) return failed(new Error('Too much work in the background.'));
      const done = wait(delayMs(), stopped.signal)
        .then((isDue) => (isDue ? work() : undefined))
        .catch(failed)
        .finally(() => pending.delete(done));
      pending.add(done);
    },
    async settled() {
      await Promise.all(pending);
    },
    async stop() {
      stopped.abort();
      await Promise.all(pending);
    },
  };
}

/** `false`: stopped meanwhile. */
function wait(delayMs: number, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, delayMs, true);
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    resolve(false);
  });
  return promise;
}
