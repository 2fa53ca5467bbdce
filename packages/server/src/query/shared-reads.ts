import { AsyncLocalStorage } from 'node:async_hooks';
import { serialize } from 'node:v8';
import type { State, StateReads, StateSearches } from '#store/state/contract.ts';

const context = new AsyncLocalStorage<Map<string, Promise<unknown>>>();

/** Within `callback`, equal reads of the state store run once: the parts of a page ask for the same viewer and projects. */
export function withSharedReads<T>(callback: () => T): T {
  return context.run(new Map(), callback);
}

const notReads: ReadonlySet<string> = new Set<Exclude<keyof State, keyof (StateReads & StateSearches)>>([
  'write',
  'close',
  'onPublished',
  'onLeaseLost',
]);

export function sharedReads(state: State): State {
  const share = (name: string, read: (...args: unknown[]) => Promise<unknown>) => {
    return async (...args: unknown[]): Promise<unknown> => {
      const reads = context.getStore();
      if (!reads) return read(...args);
      const key = `${name} ${serialize(args).toString('latin1')}`;
      let shared = reads.get(key);
      if (!shared) reads.set(key, (shared = read(...args)));
      // Callers may change what they get.
      return structuredClone(await shared);
    };
  };
  const shared = Object.entries(state).map(([name, read]) => [name, notReads.has(name) ? read : share(name, read)]);
  return Object.fromEntries(shared) as State;
}
