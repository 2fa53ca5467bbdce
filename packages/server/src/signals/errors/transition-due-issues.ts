import { limits, type ProjectId } from '@seismo/protocol';
import type { State } from '#store/state/contract.ts';

/**
 * Issues change by time alone: one is no longer new after a week, and an archive ends at its time. A few hundred change
 * at a time, so that a batch never waits long behind them.
 */
export async function transitionDueIssues(state: State, nowMs: number): Promise<ProjectId[]> {
  const touched = new Set<ProjectId>();
  for (;;) {
    const projectIds = await state.write((tx) => tx.transitionDueIssues(nowMs, limits.ISSUE_TRANSITION_COUNT_MAX));
    if (projectIds.length === 0) return [...touched];
    for (const id of projectIds) touched.add(id);
  }
}
