import { limits, type ProjectId } from '@seismo/protocol';
import type { Journal, JournalStats } from '#journal/contract.ts';
import type { Clock } from '#platform/clock.ts';
import { leavesRoom } from '#platform/lanes.ts';
import { IngestRefusal } from './refuse.ts';

/**
 * Refuses projects that leave no room for others in a backlog of `bytesMax`. A timer reads the stats, so that requests
 * do not wait for them; they may be slightly stale.
 */
export function watchBacklog(
  journal: Pick<Journal, 'stats'>,
  clock: Clock,
  bytesMax: number,
): (projectId: ProjectId) => void {
  let stats: Pick<JournalStats, 'bytes' | 'bytesOfLanes'> = { bytes: 0, bytesOfLanes: new Map() };
  let readAtMs = Number.NEGATIVE_INFINITY;

  function refresh(): void {
    journal.stats().then(
      (read) => (stats = read),
      // If the journal cannot return its stats, appends fail, too, and report the error.
      () => {},
    );
  }

  return function requireRoom(projectId) {
    const nowMs = clock.now();
    if (Math.abs(nowMs - readAtMs) >= limits.BACKLOG_STATS_MS_MAX) {
      readAtMs = nowMs;
      refresh();
    }
    if (!leavesRoom(stats.bytesOfLanes.get(projectId) ?? 0, stats.bytes, bytesMax))
      throw new IngestRefusal('backlog', { retryAfterS: limits.BACKLOG_RETRY_AFTER_S });
  };
}
