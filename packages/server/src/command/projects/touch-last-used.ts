import type { Usage } from '#query/deps.ts';
import type { State, StateTx } from '#store/state/contract.ts';
import type { Log } from '#platform/log.ts';

/** Records the last use of a session, token or link. Callers do not wait, and a failure is only logged. */
export function createLastUsedWriter(state: State, log: Pick<Log, 'error'>): (use: Usage) => void {
  return (use) => {
    state
      .write((tx) => note(tx, use))
      .catch((error: unknown) =>
        log.error(
          { stage: 'command', reason: String(error) },
          'the last use of a session, token or link could not be saved',
        ),
      );
  };
}

function note(tx: StateTx, use: Usage): Promise<unknown> {
  if (use.kind === 'session') return tx.touchSession(use.hash, use);
  if (use.kind === 'token') return tx.touchApiToken(use.tokenId, use.atMs);
  return tx.touchShare(use.shareId, use.atMs);
}
