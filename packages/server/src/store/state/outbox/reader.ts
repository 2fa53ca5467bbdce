import { limits } from '@seismo/protocol';
import type { OutboxRow, State, StateTx } from '../contract.ts';

export interface RunningOutboxReader {
  /** Another thread of this process has published. */
  wake(): void;
  /** Resolves when it has read everything that was published before. */
  caughtUp(): Promise<void>;
  stop(): Promise<void>;
}

/** What rows change in the state store. */
export interface OutboxEffect {
  /** In the transaction that advances the reader, so that it takes effect exactly once. */
  write(tx: StateTx): Promise<void>;
  /** The transaction has committed. */
  written(): void;
}

export interface OutboxReaderSpec {
  name: string;
  /** `null`: they change nothing, and may come again after a crash. */
  read(rows: OutboxRow[]): Promise<OutboxEffect | null> | null;
  /** A failed read is repeated. */
  failed(error: unknown): void;
}

/**
 * Passes rows to `read` in order: immediately after a publication of this process, and within `OUTBOX_POLL_MS` after
 * one of another. Without effects, the position is saved only every few seconds: `read` must then be idempotent by row
 * ID.
 */
export async function startOutboxReader(
  state: State,
  { name, read, failed }: OutboxReaderSpec,
): Promise<RunningOutboxReader> {
  let position = await state.write((tx) => tx.addOutboxReader(name));
  let saved = position;
  let isQueued = false;
  let last = Promise.resolve();
  /** A write that failed may have been committed: its answer was lost. */
  let isUnsure = false;

  const readAll = async () => {
    isQueued = false;
    if (isUnsure) position = saved = await state.write((tx) => tx.addOutboxReader(name));
    isUnsure = false;
    for (;;) {
      const rows = await state.outboxAfter(position, limits.OUTBOX_READ_COUNT_MAX);
      const next = rows.at(-1)?.id ?? position;
      const effect = rows.length > 0 ? await read(rows) : null;
      if (effect) {
        await state.write(async (tx) => {
          await effect.write(tx);
          await tx.advanceOutboxReader(name, saved, next);
        });
        saved = next;
        effect.written();
      }
      position = next;
      if (rows.length < limits.OUTBOX_READ_COUNT_MAX) return;
    }
  };
  const save = async () => {
    if (position === saved || isUnsure) return;
    await state.write((tx) => tx.advanceOutboxReader(name, saved, position));
    saved = position;
  };
  const unsure = (error: unknown) => {
    isUnsure = true;
    failed(error);
  };
  const wake = () => {
    if (isQueued) return;
    isQueued = true;
    last = last.then(readAll).catch(unsure);
  };
  const stopListening = state.onPublished(wake);
  const timers = [
    setInterval(wake, limits.OUTBOX_POLL_MS),
    setInterval(() => void (last = last.then(save).catch(unsure)), limits.OUTBOX_SAVE_MS),
  ];
  for (const timer of timers) timer.unref();
  wake();
  return {
    wake,
    caughtUp() {
      wake();
      return last;
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      stopListening();
      await last;
      // Without the position, the next start reads these rows again.
      await save().catch(failed);
    },
  };
}
