import { serialize } from 'node:v8';
import { isInPage, shareRead } from '#platform/page-scope.ts';
import type { State, StateReads, StateSearches } from '#store/state/contract.ts';

const notReads: ReadonlySet<string> = new Set<Exclude<keyof State, keyof (StateReads & StateSearches)>>([
  'write',
  'close',
  'onPublished',
  'onLeaseLost',
]);

export function sharedReads(state: State): State {
  const share = (name: string, read: (...args: unknown[]) => Promise<unknown>) => {
    return async (...args: unknown[]): Promise<unknown> => {
      if (!isInPage()) return read(...args);
      // A copy, because callers may change the result.
      return structuredClone(await shareRead(`${name} ${serialize(args).toString('latin1')}`, () => read(...args)));
    };
  };
  const shared = Object.entries(state).map(([name, read]) => [name, notReads.has(name) ? read : share(name, read)]);
  return Object.fromEntries(shared) as State;
}
