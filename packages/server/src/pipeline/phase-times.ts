import type { BatchPhase, BatchReport } from './context.ts';

/** Measures the phases of one batch. */
export function createPhaseTimes() {
  const phases: BatchReport['phases'] = {};
  async function time<Result>(phase: BatchPhase, run: () => Promise<Result>): Promise<Result> {
    const beganAtMs = performance.now();
    const result = await run();
    phases[phase] = performance.now() - beganAtMs;
    return result;
  }
  return { phases, time };
}
