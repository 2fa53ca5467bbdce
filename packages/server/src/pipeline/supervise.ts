import { Worker } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { limits } from '@seismo/protocol';
import type { Journal } from '#journal/contract.ts';
import type { StoreLocations } from '#store/open.ts';
import type { SharedClock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { BatchReport } from './context.ts';
import { commitMemory, endTurn, type PipelineShare } from './commits.ts';
import type { FromThread, ThreadData } from './thread-messages.ts';

const WATCH_INTERVAL_MS = 1_000;
const RESTART_WAIT_MS = 200;
/** Beyond this the worker is ended and its entry counted as tried; the rest of the process is not touched. */
const HEAP_MB_MAX = 192;

export interface SupervisedPipeline {
  /** Of `commitMemory()`, for `pauseCommits`. */
  commits: SharedArrayBuffer;
  stop(): Promise<void>;
}

export interface SupervisorOptions {
  /** The file of the worker thread. */
  thread: URL;
  stores: StoreLocations;
  journal: Journal & { port(): MessagePort };
  telemetry: { port(): MessagePort };
  clock: Pick<SharedClock, 'memory'>;
  /** How many workers process lanes. */
  threadCount: number;
  applied(report: BatchReport): void;
  /** The worker has published to the outbox. */
  published(): void;
  disk: ThreadData['disk'];
  ageFromMs?: number;
  /** The bytes that the server uses. */
  measured(usedBytes: number): void;
  /** The worker needs free disk space to remove data. */
  needsRoom(): void;
  /** The worker may no longer write to the state store. */
  leaseLost(message: string): void;
  /** A worker ended unexpectedly and a new one continues. */
  restarted(): void;
  /** A batch or a job failed and will be tried again. */
  failed(): void;
  /** How long one entry may keep the worker busy; the default is in `limits`. */
  stuckMsMax?: number;
  log: Pick<Log, 'error'>;
}

/** Runs the pipeline's workers. A lane always belongs to the same worker, so if one ends, only its lanes wait. */
export function supervisePipeline(options: SupervisorOptions): SupervisedPipeline {
  const count = options.threadCount;
  const commits = commitMemory();
  const workers = Array.from({ length: count }, (_, index) => superviseWorker(options, { index, count, commits }));
  return { commits, stop: async () => void (await Promise.all(workers.map(({ stop }) => stop()))) };
}

/**
 * Runs one pipeline worker. If it ends (out of memory, a bug outside any step) or stays on one entry for too long, the
 * supervisor counts the entry's try in the journal and starts a new worker; after `PROCESS_TRY_COUNT_MAX` tries the new
 * worker makes the entry a dead letter.
 */
function superviseWorker(options: SupervisorOptions, share: PipelineShare): Pick<SupervisedPipeline, 'stop'> {
  const { stuckMsMax = limits.PROCESS_STUCK_MS_MAX } = options;
  let stopping = false;
  let worker = start(null, limits.BATCH_ENTRY_COUNT_MAX);
  let stopped: Promise<void> | null = null;

  function start(
    lastFailure: ThreadData['lastFailure'],
    entriesMaxFirst: number,
  ): { thread: Worker; ended: Promise<void> } {
    const progress = new Float64Array(new SharedArrayBuffer(16));
    const journalPort = options.journal.port();
    const telemetryPort = options.telemetry.port();
    const thread = new Worker(options.thread, {
      name: 'seismo-process',
      workerData: {
        stores: options.stores,
        journalPort,
        telemetryPort,
        clock: options.clock.memory,
        progress: progress.buffer as SharedArrayBuffer,
        lastFailure,
        entriesMaxFirst,
        share,
        disk: options.disk,
        ageFromMs: options.ageFromMs ?? 0,
      } satisfies ThreadData,
      transferList: [journalPort, telemetryPort],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
    });
    const at = () => progress[0]!;
    let stuck = false;
    let error: Error | null = null;
    const watch = watchProgress(at, stuckMsMax, () => {
      stuck = true;
      void thread.terminate();
    });
    thread.on('message', (message: FromThread) => {
      if (message.kind === 'applied') options.applied(message.report);
      else if (message.kind === 'published') options.published();
      else if (message.kind === 'needs-room') options.needsRoom();
      else if (message.kind === 'measured') options.measured(message.usedBytes);
      else if (message.kind === 'lease-lost') options.leaseLost(message.message);
      else if (message.kind === 'failed') {
        options.failed();
        options.log.error(
          { stage: 'pipeline', reason: message.message, waitMs: message.waitMs },
          'the pipeline failed; retrying',
        );
      }
    });
    thread.on('error', (thrown: Error) => {
      error = thrown;
    });
    const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve())).then(async () => {
      clearInterval(watch);
      if (stopping) return endTurn(share.commits, share.index);
      // While stores are queried, only a batch of one entry shows which one is at fault, so the next batch has one.
      const sequence = at() || progress[1]!;
      const failure = stuck
        ? { reason: 'stuck' as const, detail: `processing took longer than ${stuckMsMax / 1000} s` }
        : {
            reason: 'crash' as const,
            detail: `processing crashed the worker${error ? `: ${error.message}` : ''}`.slice(0, 500),
          };
      options.log.error(
        { stage: 'pipeline', sequence, reason: failure.detail },
        'the pipeline worker stopped; starting a new one',
      );
      options.restarted();
      if (sequence > 0) await options.journal.countTry(sequence);
      // Wait until the worker's last writes have arrived, before the next worker cleans up.
      await new Promise((resolve) => setTimeout(resolve, RESTART_WAIT_MS));
      endTurn(share.commits, share.index);
      if (stopping) return;
      if (sequence > 0) worker = start({ sequence, failure }, limits.BATCH_ENTRY_COUNT_MAX);
      else worker = start(lastFailure, 1);
    });
    return { thread, ended };
  }

  return {
    stop: () => {
      stopping = true;
      worker.thread.postMessage('stop');
      stopped ??= worker.ended;
      return stopped;
    },
  };
}

function watchProgress(at: () => number, stuckMsMax: number, onStuck: () => void): NodeJS.Timeout {
  let last = 0;
  let sinceMs = Date.now();
  const interval = setInterval(() => {
    const sequence = at();
    if (sequence === 0 || sequence !== last) {
      last = sequence;
      sinceMs = Date.now();
    } else if (Date.now() - sinceMs > stuckMsMax) onStuck();
  }, WATCH_INTERVAL_MS);
  interval.unref();
  return interval;
}
