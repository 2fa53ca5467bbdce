import type { ProjectId } from '@seismo/protocol';
import type { JournalRecord } from '#journal/contract.ts';
import type { BatchStart } from '#pipeline/signal.ts';

/**
 * At most so many records are in a batch, by project with spike protection; `countOf`: in an entry. Replays do not count toward
 * spikes.
 */
export function arrivingOf(
  { records, rules, nowMs }: BatchStart,
  countOf: (record: JournalRecord) => number,
): Map<ProjectId, number> {
  const arriving = new Map<ProjectId, number>();
  for (const record of records) {
    const { projectId, replayOf } = record;
    const own = rules.get(projectId)?.limits;
    if (replayOf || !own?.spikeProtection || own.spikeProtectionPausedUntilMs > nowMs) continue;
    arriving.set(projectId, (arriving.get(projectId) ?? 0) + countOf(record));
  }
  return arriving;
}
