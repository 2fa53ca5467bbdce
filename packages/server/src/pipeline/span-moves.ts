import { setTimeout } from 'node:timers/promises';
import { limits } from '@seismo/protocol';
import type { Commits } from './commits.ts';
import type { PipelineServices } from './signal.ts';
import { decideTraces } from './trace-decisions.ts';

const INTERVAL_MS = 2_000;
const FAILED_WAIT_MS = 60_000;

export interface SpanMoves {
  /** Ends after the file that is being written. */
  stop(): Promise<void>;
}

/** Decides about traces and moves older spans to files, beside the batches, which wait only while a file takes the place of its spans. */
export function startSpanMoves(
  services: PipelineServices,
  commits: Commits,
  failed: (error: unknown, waitMs: number) => void,
): SpanMoves {
  const { telemetry, journal } = services.stores;
  const stopped = new AbortController();

  /** Returns whether there may be more to do. */
  async function moveOnce(): Promise<boolean> {
    // No store is ever set back to before it.
    const { trimmedThrough: through } = await journal.identity();
    const file = await telemetry.writeSpanFile({ through, rowsMin: limits.SPAN_FILE_ROW_COUNT_MIN });
    if (file === null) return false;
    await commits.commit(0, async () => void (await telemetry.commitSpanFile(file)));
    return true;
  }

  async function loop(): Promise<void> {
    while (!stopped.signal.aborted) {
      let waitMs = INTERVAL_MS;
      try {
        // In turn: a decision changes spans that a file is written of.
        const hasDecided = await decideTraces(services, commits);
        if ((await moveOnce()) || hasDecided) waitMs = 0;
      } catch (error) {
        if (stopped.signal.aborted) return;
        failed(error, (waitMs = FAILED_WAIT_MS));
      }
      await setTimeout(waitMs, undefined, { signal: stopped.signal }).catch(() => {});
    }
  }

  const ended = loop();
  return {
    stop: async () => {
      stopped.abort();
      await ended;
    },
  };
}
