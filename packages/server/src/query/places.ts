import type { UserId } from '@seismo/protocol';
import { Refusal } from '#watch/refusal.ts';

export interface PlacesOptions {
  /** Work that runs at once, and of that what one person has under way. */
  countMax: number;
  ofOneCountMax: number;
  /** Work that waits for a place; the next is refused. */
  waitingCountMax: number;
  refusal: string;
}

/** Gives a place for expensive work to whoever comes first and has none too many. Resolves with the function that leaves it. */
export type Places = (asker: UserId | null) => Promise<() => void>;

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

  return async (asker) => {
    if (isFree(asker)) return take(asker);
    if (waiting.length >= waitingCountMax) throw new Refusal('too-many', refusal);
    return new Promise((resolve) => waiting.push({ asker, begin: () => resolve(take(asker)) }));
  };
}
