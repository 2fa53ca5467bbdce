import type { Use } from '#query/deps.ts';
import type { State } from '#store/state/contract.ts';
import type { Log } from '#watch/log.ts';

/** Notes when a session or a token was used last. Nobody waits for it: a note that fails is logged and given up. */
export function createUseNotes(state: State, log: Pick<Log, 'error'>): (use: Use) => void {
  return (use) => {
    state
      .write((tx) =>
        use.kind === 'session' ? tx.touchSession(use.hash, use) : tx.touchApiToken(use.tokenId, use.atMs),
      )
      .catch((error: unknown) => log.error({ err: error }, 'The last use of a session or token was not noted.'));
  };
}
