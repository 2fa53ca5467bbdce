import type { BatchPhase, BatchReport } from './context.ts';

export type PhaseTimes = ReturnType<typeof createPhaseTimes>;

/** Measures the phases of one batch. */
export function createPhaseTimes() {
  const phases: BatchReport['phases'] = {};
  async function time<Result>(phase: BatchPhase, run: () => Promise<Result>): Promise<Result> {
    const beganAtMs = performance.now();
    const result = await run();
    phases[phase] = (phases[phase] ?? 0) + performance.now() - beganAtMs;
    return result;
  }
  return { phases, time };
}
