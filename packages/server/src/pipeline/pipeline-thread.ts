import { parentPort, workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { connectJournal } from '#journal/open-threaded.ts';
import { openStores, type StoreLocations } from '#store/open.ts';
import { connectTelemetry } from '#store/telemetry/open-threaded.ts';
import { sharedClock } from '#platform/clock.ts';
import type { BatchReport } from './batch.ts';
import type { Failure } from './process-entry.ts';
import { startClockwork } from './transition-due-issues.ts';
import { startPipeline } from './run.ts';

/** The pipeline's worker thread: the entry of `supervise.ts`. */
export interface ThreadData {
  stores: StoreLocations;
  journalPort: MessagePort;
  telemetryPort: MessagePort;
  /** Of a shared clock. */
  clock: SharedArrayBuffer;
  /** Sequences as doubles. [0]: the entry at hand, [1]: the only entry of the batch; 0 if there is none. */
  progress: SharedArrayBuffer;
  /** How the worker before this one ended, if it did. */
  lastFailure: { sequence: number; failure: Failure } | null;
  entriesMaxFirst: number;
}

export type FromThread =
  | { kind: 'applied'; report: BatchReport }
  | { kind: 'published' }
  | { kind: 'failed'; message: string; waitMs: number };

const data = workerData as ThreadData;
const progress = new Float64Array(data.progress);
const clock = sharedClock(data.clock);
const journal = connectJournal(data.journalPort);
const telemetry = connectTelemetry(data.telemetryPort);
const { state, blobs } = await openStores(data.stores, clock);
const say = (message: FromThread) => parentPort!.postMessage(message);

state.onPublished(() => say({ kind: 'published' }));

const pipeline = await startPipeline(
  { journal, telemetry, state, blobs },
  {
    clock,
    began: (sequence) => {
      progress[0] = sequence;
    },
    alone: (sequence) => {
      progress[1] = sequence;
    },
    entriesMaxFirst: data.entriesMaxFirst,
    lastFailure: (sequence) =>
      data.lastFailure?.sequence === sequence
        ? data.lastFailure.failure
        : { reason: 'crash', detail: 'processing ended the worker' },
    applied: (report) => say({ kind: 'applied', report }),
    failed: (error, waitMs) =>
      say({
        kind: 'failed',
        message: messageOf(error),
        waitMs,
      }),
  },
);

const clockwork = startClockwork(state, {
  clock,
  failed: (error) => say({ kind: 'failed', message: messageOf(error), waitMs: 0 }),
});

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

parentPort!.once('message', () => {
  void Promise.all([clockwork.stop(), pipeline.stop()])
    .then(() => Promise.all([state.close(), blobs.close()]))
    .then(() => process.exit(0));
});
