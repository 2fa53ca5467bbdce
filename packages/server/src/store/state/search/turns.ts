import { limits, type UserId } from '@seismo/protocol';
import { Refusal } from '#platform/refusal.ts';

interface Waiting {
  requestedBy: UserId | null;
  start(): void;
  reject(error: Error): void;
}

/** Shares the few concurrent searches fairly between users. */
export interface Turns {
  take<T>(requestedBy: UserId | null, search: () => Promise<T>): Promise<T>;
  close(): void;
}

export function createTurns(): Turns {
  const running = new Set<UserId | null>();
  /** When each waiting user last had a turn. */
  const turns = new Map<UserId | null, number>();
  let waiting: Waiting[] = [];
  let turn = 0;
  let closed = false;

  function next(): void {
    while (!closed && running.size < limits.SEARCH_PROCESS_COUNT_MAX) {
      // One search at a time per user, longest wait first.
      const may = waiting.filter(({ requestedBy }) => !running.has(requestedBy));
      if (may.length === 0) return;
      const first = may.reduce((one, other) => (turnOf(other) < turnOf(one) ? other : one));
      waiting = waiting.filter((each) => each !== first);
      running.add(first.requestedBy);
      turns.set(first.requestedBy, ++turn);
      first.start();
    }
  }

  const turnOf = ({ requestedBy }: Waiting) => turns.get(requestedBy) ?? 0;

  function end(requestedBy: UserId | null): void {
    running.delete(requestedBy);
    if (!waiting.some((each) => each.requestedBy === requestedBy)) turns.delete(requestedBy);
    next();
  }

  return {
    async take<T>(requestedBy: UserId | null, search: () => Promise<T>) {
      if (closed) throw new Error('The state store is closed.');
      const own = waiting.filter((each) => each.requestedBy === requestedBy);
      if (waiting.length >= limits.SEARCH_WAITING_COUNT_MAX || own.length >= limits.SEARCH_WAITING_PER_USER_COUNT_MAX) {
        throw new Refusal('too-many', 'Too many searches are waiting. Try again in a few seconds.');
      }
      await new Promise<void>((resolve, reject) => {
        waiting.push({ requestedBy, start: resolve, reject });
        next();
      });
      try {
        return await search();
      } finally {
        end(requestedBy);
      }
    },
    close() {
      closed = true;
      for (const { reject } of waiting) reject(new Error('The state store is closed.'));
      waiting = [];
    },
  };
}
