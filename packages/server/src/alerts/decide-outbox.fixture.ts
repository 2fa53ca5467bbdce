import type { State } from '#store/state/contract.ts';
import { decide } from './decide.ts';
import type { QueueDeps } from './queue-alerts.ts';

/** Registers the reader of alerts. The function that it returns decides about what the outbox has by then, as the reader does. */
export async function outboxDecider(state: State, deps: () => QueueDeps): Promise<() => Promise<void>> {
  let position = await state.write((tx) => tx.addOutboxReader('alerts'));
  return async () => {
    const rows = await state.outboxAfter(position, 10_000);
    const next = rows.at(-1)?.id ?? position;
    const write = await decide(deps(), rows);
    await state.write(async (tx) => {
      await write?.(tx);
      await tx.advanceOutboxReader('alerts', position, next);
    });
    position = next;
  };
}
