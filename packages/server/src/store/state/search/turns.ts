import { limits, type UserId } from '@seismo/protocol';
import { Refusal } from '#platform/refusal.ts';

interface Waiting {
  asker: UserId | null;
  start(): void;
  reject(error: Error): void;
}

/** Shares the few searches that may run at once fairly between the users who search. */
export interface Turns {
  take<T>(asker: UserId | null, search: () => Promise<T>): Promise<T>;
  close(): void;
}

export function createTurns(): Turns {
  const running = new Set<UserId | null>();
  /** When each user who is waiting had a turn last. */
  const turns = new Map<UserId | null, number>();
  let waiting: Waiting[] = [];
  let turn = 0;
  let closed = false;

  function next(): void {
    while (!closed && running.size < limits.SEARCH_PROCESS_COUNT_MAX) {
      // One search at a time per user, and first the user who has waited for a turn the longest.
      const may = waiting.filter(({ asker }) => !running.has(asker));
      if (may.length === 0) return;
      const first = may.reduce((one, other) => (turnOf(other) < turnOf(one) ? other : one));
      waiting = waiting.filter((each) => each !== first);
      running.add(first.asker);
      turns.set(first.asker, ++turn);
      first.start();
    }
  }

  const turnOf = ({ asker }: Waiting) => turns.get(asker) ?? 0;

  function end(asker: UserId | null): void {
    running.delete(asker);
    if (!waiting.some((each) => each.asker === asker)) turns.delete(asker);
    next();
  }

  return {
    async take<T>(asker: UserId | null, search: () => Promise<T>) {
      if (closed) throw new Error('The state store is closed.');
      const own = waiting.filter((each) => each.asker === asker);
      if (waiting.length >= limits.SEARCH_WAITING_COUNT_MAX || own.length >= limits.SEARCH_WAITING_OF_ONE_COUNT_MAX) {
        throw new Refusal('too-many', 'Too many searches are waiting for an answer. Try again in a few seconds.');
      }
      await new Promise<void>((resolve, reject) => {
        waiting.push({ asker, start: resolve, reject });
        next();
      });
      try {
        return await search();
      } finally {
        end(asker);
      }
    },
    close() {
      closed = true;
      for (const { reject } of waiting) reject(new Error('The state store is closed.'));
      waiting = [];
    },
  };
}
