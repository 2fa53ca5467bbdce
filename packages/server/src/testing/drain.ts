import { limits } from '@seismo/protocol';
import { vi } from 'vitest';
import type { State } from '#store/state/contract.ts';
import type { Stores } from '#pipeline/signal.ts';
import { commitMemory } from '#pipeline/commits.ts';
import { startPipeline, type PipelineOptions } from '#pipeline/run.ts';
import { signals } from '../signals/signals.ts';

/** Options of a pipeline without monitoring, at a fixed time. */
export function unwatched(nowMs: number, watched: Partial<PipelineOptions> = {}): PipelineOptions {
  return {
    signals,
    clock: { now: () => nowMs },
    began: () => {},
    alone: () => {},
    entriesMaxFirst: limits.BATCH_ENTRY_COUNT_MAX,
    share: { index: 0, count: 1, commits: commitMemory() },
    lastFailure: () => ({ reason: 'crash', detail: 'processing crashed the worker' }),
    budget: { bytes: Infinity, spanBytes: Infinity, measure: async () => 0 },
    ageFromMs: 0,
    measured: () => {},
    needsRoom: () => {},
    applied: () => {},
    failed: () => {},
    ...watched,
  };
}

/** Runs the pipeline until the journal is empty. */
export async function drain(stores: Stores, options: PipelineOptions): Promise<void> {
  const pipeline = await startPipeline(stores, options);
  await vi.waitUntil(async () => (await stores.journal.stats()).entries === 0, { interval: 2, timeout: 20_000 });
  await pipeline.stop();
}

/** Fails the first transaction that records a sequence: telemetry has the batch by then, as after a crash in between. */
export function failingOnce(state: State): State {
  let failed = false;
  return {
    ...state,
    write: (change) =>
      state.write((tx) =>
        change({
          ...tx,
          applyBatch: async (batch) => {
            if (failed) return tx.applyBatch(batch);
            failed = true;
            throw new Error('cut off');
          },
        }),
      ),
  };
}
