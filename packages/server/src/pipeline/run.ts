import type { JournalRecord } from '#journal/contract.ts';
import type { Clock } from '#platform/clock.ts';
import { applyEntries, type BatchReport, type PipelineContext, type Watcher } from './batch.ts';
import { firstLineOf } from './dead-letter.ts';
import { applyOperation, isOperation } from './operations.ts';
import { createRulesReader } from './read-rules.ts';
import type { Signal, Stores } from './signal.ts';
import { Turns } from './turns.ts';

const TRIAL_BLOB = 'trial/write';
/** From the start of one batch to that of the next, unless it is full: every batch costs three stores a commit each. */
const BATCH_INTERVAL_MS = 250;

export interface Pipeline {
  /** Finishes the batch at hand and stops. */
  stop(): Promise<void>;
}

export interface PipelineOptions extends Watcher {
  signals: readonly Signal[];
  clock: Clock;
  /** Entries in the first batch: one if it is unknown which entry ended the worker before. */
  entriesMaxFirst: number;
  applied(report: BatchReport): void;
  /** A batch could not be applied (a store refused it). It will be tried again after `waitMs`. */
  failed(error: unknown, waitMs: number): void;
}

/** Takes entries off the journal, batch after batch, at its own pace, until it is stopped. */
export async function startPipeline(stores: Stores, options: PipelineOptions): Promise<Pipeline> {
  let stopping = false;
  let wakeUp = () => {};
  let endPause = () => {};
  let woken = false;
  const wake = () => {
    woken = true;
    wakeUp();
  };
  const sleep = (ms: number | null) =>
    new Promise<void>((resolve) => {
      if (woken || stopping) return resolve();
      const timer = ms === null ? null : setTimeout(resolve, ms);
      wakeUp = () => {
        if (timer) clearTimeout(timer);
        resolve();
      };
    });

  /** Lets more entries gather. Only stopping ends it early. */
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      if (stopping || ms <= 0) return resolve();
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const errors = new Map<number, string>();
  const lastFailure = (sequence: number) => {
    const detail = errors.get(sequence);
    return detail ? { reason: 'error' as const, detail } : options.lastFailure(sequence);
  };
  const services = { stores, rulesOf: createRulesReader(stores.state), clock: options.clock };
  const signals = options.signals.map((open) => open(services));
  const context: PipelineContext = { ...services, signals, watcher: { ...options, lastFailure } };

  async function loop(): Promise<void> {
    const turns = new Turns(stores.journal, options.entriesMaxFirst);
    let clean = false;
    let applied = 0;
    while (!stopping) {
      let records: JournalRecord[] = [];
      try {
        if (!clean) {
          applied = await stores.state.appliedSequence();
          const { trimmedThrough } = await stores.journal.identity();
          if (trimmedThrough > applied) {
            throw new Error(
              `The state store went back to ${applied} applied entries, and the journal has removed ${trimmedThrough}. Restart Seismo.`,
            );
          }
          // What a crash, or the failed try before this one, left beyond the applied sequence was never counted.
          await stores.telemetry.truncateAfter(applied);
          await stores.journal.trim(await stores.state.lanePositions(), applied);
          clean = true;
        }
        woken = false;
        const beganAtMs = performance.now();
        const batch = await turns.next(beganAtMs);
        records = batch.records;
        const [first] = records;
        if (!first) {
          await sleep(turns.untilDueMs(performance.now()));
          continue;
        }
        const sequence = applied + records.length;
        const apply = isOperation(first)
          ? applyOperation(first, sequence, context)
          : applyEntries(records, sequence, context);
        options.applied(await apply);
        applied = sequence;
        turns.applied(records);
        if (!batch.isFull) await pause(beganAtMs + BATCH_INTERVAL_MS - performance.now());
      } catch (error) {
        clean = false;
        if (records.length > 0 && (await storesWork(stores, applied + 1))) {
          const waitMs = turns.failed(records, performance.now());
          options.failed(error, waitMs);
          const [only, ...others] = records as [JournalRecord];
          if (others.length > 0) continue;
          errors.set(only.sequence, firstLineOf(error));
          await stores.journal.countTry(only.sequence);
        } else {
          const waitMs = turns.stopped(records);
          options.failed(error, waitMs);
          woken = false;
          await sleep(waitMs);
        }
      }
    }
  }

  for (const { unjournaled } of signals) {
    for (const entry of (await unjournaled?.()) ?? []) await stores.journal.append(entry);
  }
  stores.journal.onAppended(wake);
  const ended = loop();
  return {
    stop: async () => {
      stopping = true;
      wake();
      endPause();
      await ended;
    },
  };
}

/**
 * Tells entries that the stores cannot take from stores that cannot take anything (a full disk): only the former count as tried
 * and leave the other lanes alone.
 */
async function storesWork({ telemetry, state, blobs }: Stores, sequence: number): Promise<boolean> {
  try {
    await blobs.put(TRIAL_BLOB, new TextEncoder().encode(String(sequence)));
    // Without rows, so that nothing of it can be read: the sequence alone is written, and taken back by `truncateAfter`.
    await telemetry.append({ sequence, rows: {}, changes: [] });
    await state.write((tx) => tx.setSetting('trial', String(sequence)));
    return true;
  } catch {
    return false;
  }
}
