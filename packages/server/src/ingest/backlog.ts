import { limits } from '@seismo/protocol';
import type { Journal } from '#journal/contract.ts';
import type { Clock } from '#platform/clock.ts';
import { IngestRefusal } from './refuse.ts';

/**
 * Refuses while the journal has more than `bytesMax`. A timer reads the stats, so that requests do not wait for them;
 * they may be slightly stale.
 */
export function watchBacklog(journal: Pick<Journal, 'stats'>, clock: Clock, bytesMax: number): () => void {
  let waitingBytes = 0;
  let readAtMs = Number.NEGATIVE_INFINITY;

  function refresh(): void {
    journal.stats().then(
      ({ bytes }) => (waitingBytes = bytes),
      // If the journal cannot return its stats, appends fail, too, and report the error.
      () => {},
    );
  }

  return function requireRoom() {
    const nowMs = clock.now();
    if (Math.abs(nowMs - readAtMs) >= limits.BACKLOG_STATS_MS_MAX) {
      readAtMs = nowMs;
      refresh();
    }
    if (waitingBytes > bytesMax) throw new IngestRefusal('backlog', { retryAfterS: limits.BACKLOG_RETRY_AFTER_S });
  };
}
