import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from './clock.ts';

const context = new AsyncLocalStorage<{ reads: Map<string, Promise<unknown>>; nowMs: number | null }>();

/**
 * Within `callback`, equal reads of the state store run once: the parts of a page need the same viewer and projects.
 */
export function withSharedReads<T>(callback: () => T): T {
  return context.run({ reads: new Map(), nowMs: null }, callback);
}

export function isInPage(): boolean {
  return context.getStore() !== undefined;
}

/** Callers get the same object. */
export function shareRead<T>(key: string, read: () => Promise<T>): Promise<T> {
  const reads = context.getStore()?.reads;
  if (!reads) return read();
  let shared = reads.get(key);
  if (!shared) reads.set(key, (shared = read()));
  return shared as Promise<T>;
}

/** A page has one time, because most reads depend on it: equal reads stay equal. */
export function pageClock(clock: Clock): Clock {
  return {
    now() {
      const page = context.getStore();
      return page ? (page.nowMs ??= clock.now()) : clock.now();
    },
  };
}
