import { parentPort, workerData } from 'node:worker_threads';
import { connectJournal } from '#journal/open-threaded.ts';
import { connectStores } from '#store/open.ts';
import { sharedClock } from '#platform/clock.ts';
import { createDiskBudget } from '#platform/disk-budget.ts';
import { startScheduler } from '#platform/scheduler.ts';
import { startPipeline } from '#pipeline/run.ts';
import type { FromThread, ThreadData } from '#pipeline/thread-messages.ts';
import { signals } from './signals/signals.ts';

/** The pipeline's worker thread: the entry of `pipeline/supervise.ts`, and where the pipeline gets its signals. */
const data = workerData as ThreadData;
const progress = new Float64Array(data.progress);
const clock = sharedClock(data.clock);
const journal = connectJournal(data.journalPort);
const { state, telemetry, blobs } = await connectStores(data.stores, data.telemetryPort, clock);
const say = (message: FromThread) => parentPort!.postMessage(message);

state.onPublished(() => say({ kind: 'published' }));
state.onLeaseLost(({ message }) => say({ kind: 'lease-lost', message }));

const pipeline = await startPipeline(
  { journal, telemetry, state, blobs },
  {
    signals,
    clock,
    began: (sequence) => {
      progress[0] = sequence;
    },
    alone: (sequence) => {
      progress[1] = sequence;
    },
    entriesMaxFirst: data.entriesMaxFirst,
    share: data.share,
    lastFailure: (sequence) =>
      data.lastFailure?.sequence === sequence
        ? data.lastFailure.failure
        : { reason: 'crash', detail: 'processing crashed the worker' },
    budget: createDiskBudget(data.disk.folder, data.disk.budgetBytes, data.disk.spanBytes),
    measured: (usedBytes) => {
      if (data.share.index === 0) say({ kind: 'measured', usedBytes });
    },
    ageFromMs: data.ageFromMs,
    needsRoom: () => say({ kind: 'needs-room' }),
    applied: (report) => say({ kind: 'applied', report }),
    failed: (error, waitMs) =>
      say({
        kind: 'failed',
        message: messageOf(error),
        waitMs,
      }),
  },
);

// Jobs are about all projects, so only the first thread runs them.
const scheduler =
  data.share.index === 0
    ? startScheduler(pipeline.jobs, (error) => say({ kind: 'failed', message: messageOf(error), waitMs: 0 }))
    : null;

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

parentPort!.once('message', () => {
  void Promise.all([scheduler?.stop(), pipeline.stop()])
    .then(() => Promise.all([state.close(), blobs.close()]))
    .then(() => process.exit(0));
});
