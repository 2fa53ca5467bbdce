import type { UserId } from '@seismo/protocol';
import { Refusal } from '#platform/refusal.ts';

export interface PlacesOptions {
  /** Work that runs at once, and of that what one person has under way. */
  countMax: number;
  ofOneCountMax: number;
  /** Work that waits for a place; the next is refused. */
  waitingCountMax: number;
  refusal: string;
}

/** Gives a place for expensive work to whoever comes first and has none too many. Resolves with the function that leaves it. */
export type Places = (asker: UserId | null, left?: AbortSignal) => Promise<() => void>;

export function createPlaces({ countMax, ofOneCountMax, waitingCountMax, refusal }: PlacesOptions): Places {
  const taken: (UserId | null)[] = [];
  const waiting: { asker: UserId | null; begin: () => void }[] = [];

  const isFree = (asker: UserId | null) =>
    taken.length < countMax && taken.filter((each) => each === asker).length < ofOneCountMax;

  function take(asker: UserId | null): () => void {
    taken.push(asker);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      taken.splice(taken.indexOf(asker), 1);
      const next = waiting.findIndex((each) => isFree(each.asker));
      if (next >= 0) waiting.splice(next, 1)[0]!.begin();
    };
  }

  return async (asker, left) => {
    if (isFree(asker)) return take(asker);
    if (waiting.length >= waitingCountMax) throw new Refusal('too-many', refusal);
    return new Promise((resolve, reject) => {
      const own = { asker, begin: () => resolve(take(asker)) };
      waiting.push(own);
      left?.addEventListener('abort', () => {
        if (waiting.includes(own)) waiting.splice(waiting.indexOf(own), 1);
        reject(hasLeft());
      });
    });
  };
}

/** Nobody reads it. */
export function hasLeft(): Refusal {
  return new Refusal('invalid', 'Whoever asked for this has left.');
}
