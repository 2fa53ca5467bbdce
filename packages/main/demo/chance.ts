import { createHash } from 'node:crypto';

export interface Chance {
  /** 0 ≤ n < 1. */
  next(): number;
  /** A whole number, 0 ≤ n < below. */
  below(below: number): number;
  pick<T>(from: readonly T[]): T;
}

/** Mulberry32: the same seed always rolls the same numbers. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const pick = <T>(from: readonly T[]): T => {
    const picked = from[below(from.length)];
    if (picked === undefined) throw new Error('nothing to pick from');
    return picked;
  };
  return { next, below, pick };
}

/** A new ID in place of a recorded one: the same within one visit, different in every other. */
export function idFor(recorded: string, visitKey: string): string {
  return createHash('sha256').update(visitKey).update(recorded).digest('hex').slice(0, recorded.length);
}
