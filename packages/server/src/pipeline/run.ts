import { setTimeout } from 'node:timers/promises';
import type { JournalRecord } from '#journal/contract.ts';
import type { Clock } from '#platform/clock.ts';
import { isInShare, lanePositions } from '#platform/lanes.ts';
import type { DiskBudget } from '#platform/disk-budget.ts';
import type { Job } from '#platform/scheduler.ts';
import { LeaseLost, SET_BACK } from '#store/state/lease/contract.ts';
import { applyBatch } from './batch.ts';
import type { BatchReport, PipelineContext, PipelineMonitor } from './context.ts';
import { createCommits, type Commits, type PipelineShare } from './commits.ts';
import { firstLineOf } from './dead-letter.ts';
import { applyOperation, isOperation } from './operations.ts';
import { createRulesReader } from './read-rules.ts';
import { createRetention } from './retention.ts';
import type { Signal, Stores } from './signal.ts';
import { BatchSelector, type Selected } from './batch-selector.ts';
import { prepareBatch, type Batch } from './prepare-batch.ts';
import { startSpanMoves } from './span-moves.ts';

const TRIAL_BLOB = 'trial/write';
/** The minimum time between two batches, unless the next is full: every batch costs a commit in three stores. */
const BATCH_INTERVAL_MS = 250;
/** The longest time of a timer. */
const FOREVER_MS = 2 ** 31 - 1;

export interface Pipeline {
  /** For a scheduler: the jobs of all signals. */
  jobs: readonly Job[];
  /** Finishes the current batch and stops. */
  stop(): Promise<void>;
}

export interface PipelineOptions extends PipelineMonitor {
  signals: readonly Signal[];
  clock: Clock;
  share: PipelineShare;
  /** Entries in the first batch: one if it is unknown which entry ended the worker before. */
  entriesMaxFirst: number;
  applied(report: BatchReport): void;
  /** A batch could not be applied, or retention failed (a store refused it). It will be tried again after `waitMs`. */
  failed(error: unknown, waitMs: number): void;
  budget: DiskBudget;
  /** Nothing is removed by age before. */
  ageFromMs: number;
  /** The bytes that the server uses, whenever they were measured. */
  measured(usedBytes: number): void;
  /** The disk is so full that nothing can be removed from the stores. */
  needsRoom(): void;
}

interface Prepared extends Selected {
  batch: Batch;
}

/** Takes entries off the journal, batch after batch, at its own pace, until it is stopped. */
export async function startPipeline(stores: Stores, options: PipelineOptions): Promise<Pipeline> {
  const stopped = new AbortController();
  /** Replaced before the journal is read, so that an entry that arrives meanwhile ends the next wait. */
  let woken = new AbortController();
  const errors = new Map<number, string>();
  const lastFailure = (sequence: number) => {
    const detail = errors.get(sequence);
    return detail ? { reason: 'error' as const, detail } : options.lastFailure(sequence);
  };
  const { index, count } = options.share;
  const commits = createCommits(options.share, () => removeUnapplied(stores));
  const services = { stores, rulesOf: createRulesReader(stores.state), clock: options.clock };
  const signals = options.signals.map((open) => open(services));
  const context: PipelineContext = { ...services, commits, signals, watcher: { ...options, lastFailure } };
  const retention = createRetention({ ...options, services, signals, commits });
  const selector = new BatchSelector(
    { read: (readLimits) => stores.journal.read({ ...readLimits, share: { index, count } }) },
    options.entriesMaxFirst,
  );

  /** The next batch, prepared while the stores apply one; `null` if there is none, or if preparing it failed. */
  let ahead: Promise<Prepared | null> | null = null;

  const untilDueMs = () => selector.untilDueMs(performance.now()) ?? FOREVER_MS;

  async function loop(): Promise<void> {
    let untilRetentionMs = 0;
    while (!stopped.signal.aborted) {
      woken = new AbortController();
      let records: JournalRecord[] = [];
      try {
        await commits.clean();
        const beganAtMs = performance.now();
        const next: Selected | Prepared = (await takeAhead()) ?? (await selector.next(beganAtMs));
        records = next.records;
        if (records.length === 0) await wait(Math.min(untilRetentionMs, untilDueMs()), woken);
        else {
          const isAll = await apply(next);
          if (isAll && !next.isFull) await wait(beganAtMs + BATCH_INTERVAL_MS - performance.now(), stopped);
        }
      } catch (error) {
        // It would have been applied after these entries.
        await takeAhead();
        if (stopped.signal.aborted) return;
        await retryLater(records, error);
      }
      // Also after a failure: it may be what makes room.
      do untilRetentionMs = await retention.step();
      while (retention.isUrgent() && untilRetentionMs === 0 && !stopped.signal.aborted);
    }
    await takeAhead();
  }

  async function takeAhead(): Promise<Prepared | null> {
    const taken = ahead;
    ahead = null;
    return taken;
  }

  /** Preparing takes this thread as long as storing takes the stores, so with a backlog both go on at the same time. */
  function prepareAhead(batch: Batch, { records, isFull }: Selected): void {
    const isBacklog = isFull || batch.records.length < records.length;
    if (isBacklog && batch.records.length > 1) ahead = prepareAfter(batch).catch(() => null);
  }

  /** What fails here is tried again in its turn. */
  async function prepareAfter({ records }: Batch): Promise<Prepared | null> {
    const next = await selector.after(lanePositions(records));
    if (next.records.length === 0 || stopped.signal.aborted) return null;
    return { ...next, batch: await prepareBatch(next.records, context, true) };
  }

  /** Returns whether the batch had room for all of them. */
  async function apply(next: Selected | Prepared): Promise<boolean> {
    const { records } = next;
    const [first] = records as [JournalRecord];
    const report = await (isOperation(first) ? applyOperation(first, context) : applyEntries(next));
    options.applied(report);
    selector.applied(records, report.entries);
    return report.entries === records.length;
  }

  async function applyEntries(next: Selected | Prepared): Promise<BatchReport> {
    const batch = 'batch' in next ? next.batch : await prepareBatch(next.records, context);
    return applyBatch(batch, () => prepareAhead(batch, next));
  }

  async function retryLater(records: JournalRecord[], error: unknown): Promise<void> {
    if (records.length > 0 && (await storesWork(stores, commits))) {
      options.failed(error, selector.failed(records, performance.now()));
      const [only, ...others] = records as [JournalRecord];
      if (others.length > 0) return;
      errors.set(only.sequence, firstLineOf(error));
      await stores.journal.countTry(only.sequence);
    } else {
      const waitMs = selector.stopped(records);
      options.failed(error, waitMs);
      await wait(waitMs, stopped);
    }
  }

  for (const { unjournaled } of signals) {
    for (const entry of (await unjournaled?.()) ?? [])
      if (isInShare(entry.projectId, options.share)) await stores.journal.append(entry);
  }
  stores.journal.onAppended(() => woken.abort());
  const ended = loop();
  const spanMoves = index === 0 ? startSpanMoves(services, commits, options.failed) : null;
  return {
    jobs: signals.flatMap(({ jobs = [] }) => jobs),
    stop: async () => {
      stopped.abort();
      woken.abort();
      await Promise.all([ended, spanMoves?.stop()]);
    },
  };
}

/** Ends early when the controller aborts. */
async function wait(ms: number, { signal }: AbortController): Promise<void> {
  if (ms > 0) await setTimeout(ms, undefined, { signal }).catch(() => {});
}

/**
 * Distinguishes entries that fail from stores that fail (a full disk): only the former count as tried and leave the
 * other lanes alone.
 */
async function storesWork({ telemetry, state, blobs }: Stores, commits: Commits): Promise<boolean> {
  try {
    await commits.tryOut(async (sequence) => {
      await blobs.put(TRIAL_BLOB, new TextEncoder().encode(String(sequence)));
      await telemetry.append({ sequence, rows: {}, changes: [] });
      await state.write((tx) => tx.setSetting('trial', String(sequence)));
    });
    return true;
  } catch {
    return false;
  }
}

/** Removes rows beyond the applied sequence, which a crash or failed try left uncounted. Returns that sequence. */
async function removeUnapplied({ state, journal, telemetry }: Stores): Promise<number> {
  const { trimmedThrough } = await journal.identity();
  const applied = await state.write(async (tx) => {
    const sequence = await tx.appliedSequence();
    if (trimmedThrough > sequence) throw new LeaseLost(SET_BACK);
    return sequence;
  });
  await telemetry.truncateAfter(applied);
  await journal.trim(await state.lanePositions(), applied);
  return applied;
}
