import type { UserId } from '@seismo/protocol';
import { Refusal } from '#platform/refusal.ts';

export interface SlotOptions {
  /** The maximum of concurrent work, in total and per user. */
  countMax: number;
  perUserCountMax: number;
  /** Work that waits for a place; the next is refused. */
  waitingCountMax: number;
  refusal: string;
}

/**
 * Grants a slot for expensive work in order of arrival, within a limit per user. Resolves with the function that
 * releases it.
 */
export type AcquireSlot = (userId: UserId | null, left?: AbortSignal) => Promise<() => void>;

export function createSlots({ countMax, perUserCountMax, waitingCountMax, refusal }: SlotOptions): AcquireSlot {
  const taken: (UserId | null)[] = [];
  const waiting: { userId: UserId | null; begin: () => void }[] = [];

  const isFree = (userId: UserId | null) =>
    taken.length < countMax && taken.filter((each) => each === userId).length < perUserCountMax;

  function take(userId: UserId | null): () => void {
    taken.push(userId);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      taken.splice(taken.indexOf(userId), 1);
      const next = waiting.findIndex((each) => isFree(each.userId));
      if (next >= 0) waiting.splice(next, 1)[0]!.begin();
    };
  }

  return async (userId, left) => {
    if (isFree(userId)) return take(userId);
    if (waiting.length >= waitingCountMax) throw new Refusal('too-many', refusal);
    return new Promise((resolve, reject) => {
      const own = { userId, begin: () => resolve(take(userId)) };
      waiting.push(own);
      left?.addEventListener('abort', () => {
        if (waiting.includes(own)) waiting.splice(waiting.indexOf(own), 1);
        reject(hasLeft());
      });
    });
  };
}

/** The requester has disconnected, so this refusal is never read. */
export function hasLeft(): Refusal {
  return new Refusal('invalid', 'The client closed the connection.');
}
