import { limits } from '@seismo/protocol';
import type { OutboxRow, State } from '../contract.ts';

export interface RunningOutboxReader {
  /** Another thread of this process has published. */
  wake(): void;
  stop(): Promise<void>;
}

/**
 * Passes rows to `read` in order: immediately after a publication of this process, and within `OUTBOX_POLL_MS` after
 * one of another. The position is saved every few seconds, so rows repeat after a crash: `read` must be idempotent by
 * row ID.
 */
export async function startOutboxReader(
  state: State,
  { name, read, failed }: { name: string; read(rows: OutboxRow[]): void; failed(error: unknown): void },
): Promise<RunningOutboxReader> {
  let position = await state.write((tx) => tx.addOutboxReader(name));
  let saved = position;
  let isQueued = false;
  let last = Promise.resolve();

  const readAll = async () => {
    isQueued = false;
    for (;;) {
      const rows = await state.outboxAfter(position, limits.OUTBOX_READ_COUNT_MAX);
      if (rows.length > 0) read(rows);
      position = rows.at(-1)?.id ?? position;
      if (rows.length < limits.OUTBOX_READ_COUNT_MAX) return;
    }
  };
  const save = async () => {
    if (position === saved) return;
    await state.write((tx) => tx.advanceOutboxReader(name, saved, position));
    saved = position;
  };
  const wake = () => {
    if (isQueued) return;
    isQueued = true;
    last = last.then(readAll).catch(failed);
  };
  const stopListening = state.onPublished(wake);
  const timers = [
    setInterval(wake, limits.OUTBOX_POLL_MS),
    setInterval(() => void (last = last.then(save).catch(failed)), limits.OUTBOX_SAVE_MS),
  ];
  for (const timer of timers) timer.unref();
  wake();
  return {
    wake,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      stopListening();
      await last;
      // Without the position, the next start reads these rows again.
      await save().catch(failed);
    },
  };
}
