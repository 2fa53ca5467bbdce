import { limits } from '@seismo/protocol';
import type { Clock, Log, State } from '@seismo/server/parts';

const CHECK_MS = 60_000;

/** Logs an error when a reader of the outbox falls behind: its rows are kept, and none is skipped. */
export function watchOutboxLag(state: Pick<State, 'outboxReaders'>, clock: Clock, log: Log) {
  const lagging = new Set<string>();
  const check = async (): Promise<void> => {
    for (const { name, behind, behindSinceMs } of await state.outboxReaders()) {
      const lagMs = behindSinceMs === null ? 0 : clock.now() - behindSinceMs;
      if (lagMs <= limits.OUTBOX_LAG_MS_MAX) lagging.delete(name);
      else if (!lagging.has(name)) {
        lagging.add(name);
        const seconds = Math.round(lagMs / 1000);
        log.error(
          { stage: 'outbox', reader: name, rows: behind, seconds },
          'an outbox reader is behind; the outbox grows until it catches up',
        );
      }
    }
  };
  const timer = setInterval(() => {
    void check().catch((error: unknown) =>
      log.warn({ stage: 'outbox', reason: String(error) }, 'the outbox could not be checked'),
    );
  }, CHECK_MS);
  timer.unref();
  return { check, stop: () => clearInterval(timer) };
}
