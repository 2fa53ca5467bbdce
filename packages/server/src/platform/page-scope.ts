import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from './clock.ts';

interface Page {
  reads: Map<string, Promise<unknown>>;
  /** Items collected per function, passed to it at the end of the turn. */
  turn: Map<unknown, unknown[]>;
  nowMs: number | null;
}

const context = new AsyncLocalStorage<Page>();

/**
 * Within `callback`, equal reads of the state store run once: the parts of a page need the same viewer and projects.
 */
export function withSharedReads<T>(callback: () => T): T {
  return context.run({ reads: new Map(), turn: new Map(), nowMs: null }, callback);
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

/** Calls `run` once with all items that the parts of the page give it in the same turn of the event loop. */
export function atEndOfTurn<Item>(run: (items: Item[]) => void, item: Item): void {
  const { turn } = context.getStore()!;
  const items = turn.get(run);
  if (items) return void items.push(item);
  const collected = [item];
  turn.set(run, collected);
  setImmediate(() => {
    turn.delete(run);
    run(collected);
  });
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
