import type { ProjectId } from '@seismo/protocol';
import type { BatchReport } from '@seismo/server/parts';

type Positions = BatchReport['positions'];

/** Lets callers wait until the pipeline has applied an entry. */
export function createAppliedEntries(positions: Positions) {
  const appliedThrough = new Map<number, number>();
  const waiting = new Set<{ projectId: ProjectId; sequence: number; resolve: () => void }>();
  const advance = (to: Positions): void => {
    for (const { lane, sequence } of to) appliedThrough.set(lane, sequence);
    for (const waiter of waiting) {
      if (waiter.sequence > (appliedThrough.get(waiter.projectId) ?? 0)) continue;
      waiting.delete(waiter);
      waiter.resolve();
    }
  };
  advance(positions);
  return {
    advance,
    wait: (projectId: ProjectId, sequence: number) =>
      new Promise<void>((resolve) => {
        waiting.add({ projectId, sequence, resolve });
        advance([]);
      }),
  };
}
