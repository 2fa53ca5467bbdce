import assert from 'node:assert/strict';
import { withSharedReads } from '#platform/page-scope.ts';
import type { State } from '#store/state/contract.ts';

/** Runs each read a second time as a page does, in one statement with another read, and expects the same answer. */
export function alsoInPages(state: State): State {
  const others = [
    'write',
    'close',
    'onPublished',
    'onLeaseLost',
    'outboxAfter',
    'unsubscribeToken',
    'readUnsubscribeToken',
    'slackLinkToken',
    'readSlackLinkToken',
  ];
  const reads = Object.entries(state).filter(([name]) => !others.includes(name));
  const inPages = (reads as [string, (...args: never[]) => Promise<unknown>][]).map(([name, read]) => {
    const both = async (...args: never[]) => {
      const answer = await read(...args);
      const [inPage] = await withSharedReads(() => Promise.all([read(...args), state.userCount()]));
      assert.deepEqual(inPage, answer);
      return answer;
    };
    return [name, both];
  });
  return { ...state, ...(Object.fromEntries(inPages) as Partial<State>) };
}
