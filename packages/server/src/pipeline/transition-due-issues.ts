import { limits, type ProjectId } from '@seismo/protocol';
import type { State } from '#store/state/contract.ts';
import type { Clock } from '#platform/clock.ts';

const TICK_MS = 60_000;
/** Ticks between two deletions of expired hours. */
const HOURS_TRIM_TICKS = 60;

export interface Scheduler {
  stop(): Promise<void>;
}

export interface SchedulerOptions {
  clock: Clock;
  failed(error: unknown): void;
}

/**
 * Runs at the start and once a minute to apply changes by time alone: an issue is no longer new after a week, an
 * archive ends at its time, and a spike ends when no event was limited for a while. All are due by stored times, so a
 * missed tick does no harm. Only the first pipeline thread runs it; a second process would repeat the work without
 * changing the result.
 */
export function startScheduler(state: State, { clock, failed }: SchedulerOptions): Scheduler {
  let ticks = 0;
  const tick = async (): Promise<void> => {
    try {
      await transitionDueIssues(state, clock.now());
      await state.write((tx) => tx.endSpikes(clock.now()));
      if (ticks++ % HOURS_TRIM_TICKS === 0) await state.write((tx) => tx.trimHours(clock.now()));
    } catch (error) {
      failed(error);
    }
  };
  let ticking = tick();
  const timer = setInterval(() => void (ticking = ticking.then(tick)), TICK_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await ticking;
    },
  };
}

/** A few hundred at a time, so that a batch never waits long behind it. */
export async function transitionDueIssues(state: State, nowMs: number): Promise<ProjectId[]> {
  const touched = new Set<ProjectId>();
  for (;;) {
    const projectIds = await state.write((tx) => tx.transitionDueIssues(nowMs, limits.ISSUE_TRANSITION_COUNT_MAX));
    if (projectIds.length === 0) return [...touched];
    for (const id of projectIds) touched.add(id);
  }
}
