import { limits } from '@seismo/protocol';
import type { JournalRecord } from '#journal/contract.ts';
import { repairEntry } from '#journal/repair-entry.ts';
import { createSymbolicator } from '#symbolication/symbolicate.ts';
import { applyRepair } from '#signals/errors/operations/reprocess/reprocess.ts';
import { applyEntries } from './batch.ts';
import type { BatchContext, BatchMemory, BatchReport, Stores } from './batch.ts';
import { firstLineOf } from './process-entry.ts';
import { isInApp } from '#domain/normalize/in-app.ts';
import { isTask } from './operations.ts';
import { createRulesReader } from './read-rules.ts';
import { createSpikeGuard } from '#signals/errors/spikes/guard.ts';

const RETRY_WAIT_MS_MIN = 100;
const RETRY_WAIT_MS_MAX = 5_000;
const TRIAL_BLOB = 'trial/write';
/** From the start of one batch to that of the next, unless it is full: every batch costs three stores a commit each. */
const BATCH_INTERVAL_MS = 250;

export interface Pipeline {
  /** Finishes the batch at hand and stops. */
  stop(): Promise<void>;
}

export interface PipelineOptions extends BatchContext {
  /** Entries in the first batch: one, if nobody knows which entry ended the worker before. */
  entriesMaxFirst: number;
  applied(report: BatchReport): void;
  /** A batch could not be applied (a store said no); it will be tried again after `waitMs`. */
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
  const context: BatchContext & BatchMemory = {
    ...options,
    rulesOf: createRulesReader(stores.state),
    symbolicator: createSymbolicator(stores, isInApp),
    spikes: createSpikeGuard(stores.telemetry),
    lastFailure: (sequence) => {
      const detail = errors.get(sequence);
      return detail ? { reason: 'error', detail } : options.lastFailure(sequence);
    },
  };

  async function loop(): Promise<void> {
    let waitMs = RETRY_WAIT_MS_MIN;
    let entriesMax = options.entriesMaxFirst;
    let clean = false;
    while (!stopping) {
      let records: JournalRecord[] = [];
      try {
        const applied = await stores.state.appliedSequence();
        if (!clean) {
          const { trimmedThrough } = await stores.journal.identity();
          if (trimmedThrough > applied) {
            throw new Error(
              `The state store went back to entry ${applied}, and the journal has removed entries through ${trimmedThrough}. Restart Seismo.`,
            );
          }
          // What a crash, or the failed try before this one, left beyond the applied sequence was never counted.
          await stores.telemetry.truncateAfter(applied);
          await stores.journal.trim(applied);
          clean = true;
        }
        woken = false;
        records = oneBatch(await stores.journal.read(applied, { entriesMax, bytesMax: limits.BATCH_BYTES_MAX }));
        if (records.length === 0) {
          await sleep(null);
          continue;
        }
        const beganAtMs = performance.now();
        const isRepair = records[0]!.kind === 'repair' && !records[0]!.isDamaged;
        options.applied(
          await (isRepair ? applyRepair(records[0]!, stores, context) : applyEntries(records, stores, context)),
        );
        waitMs = RETRY_WAIT_MS_MIN;
        const isFull = records.length === entriesMax;
        entriesMax = limits.BATCH_ENTRY_COUNT_MAX;
        if (!isFull && !isRepair) await pause(beganAtMs + BATCH_INTERVAL_MS - performance.now());
      } catch (error) {
        clean = false;
        // A smaller batch next time: if one entry is what the store cannot take, it ends up alone.
        entriesMax = Math.max(1, Math.floor(entriesMax / 8));
        options.failed(error, waitMs);
        if (records.length === 1 && (await storesWork(stores, records[0]!))) {
          errors.set(records[0]!.sequence, firstLineOf(error));
          await stores.journal.countTry(records[0]!.sequence);
        }
        woken = false;
        await sleep(waitMs);
        waitMs = Math.min(waitMs * 2, RETRY_WAIT_MS_MAX);
      }
    }
  }

  // What was asked for and not said in the journal, because the server ended in between.
  for (const repair of await stores.state.openRepairs()) {
    await stores.journal.append(repairEntry(repair, options.clock.now()));
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
 * Tells an entry that the stores cannot take from stores that cannot take anything (a full disk): only the former counts
 * as a try of the entry.
 */
async function storesWork({ telemetry, state, blobs }: Stores, { sequence }: JournalRecord): Promise<boolean> {
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

/** An entry that was tried before goes alone, so that the others do not share its end; a task does so always. */
function oneBatch(records: JournalRecord[]): JournalRecord[] {
  const suspect = records.findIndex((record) => record.tries > 0 || isTask(record));
  if (suspect < 0) return records;
  return suspect === 0 ? records.slice(0, 1) : records.slice(0, suspect);
}
