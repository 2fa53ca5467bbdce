import assert from 'node:assert/strict';
import { withSharedReads } from '#platform/page-scope.ts';
import type { State } from '#store/state/contract.ts';

/** Runs each read a second time as a page does, in one statement with another read, and expects the same answer. */
export function alsoInPages({ write, close, onPublished, onLeaseLost, outboxAfter, ...reads }: State): State {
  const inPages = Object.entries<(...args: never[]) => Promise<unknown>>(reads).map(([name, read]) => {
    const both = async (...args: never[]) => {
      const answer = await read(...args);
      const [inPage] = await withSharedReads(() => Promise.all([read(...args), reads.userCount()]));
      assert.deepEqual(inPage, answer);
      return answer;
    };
    return [name, both];
  });
  return { ...(Object.fromEntries(inPages) as typeof reads), write, close, onPublished, onLeaseLost, outboxAfter };
}
