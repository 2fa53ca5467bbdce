import { OutcomeCounter } from '#pipeline/outcome-counter.ts';
import type { ProcessedItem } from '#pipeline/signal.ts';
import type { LedgerRow } from '#store/telemetry/contract.ts';
import type { ClientDiscard } from './steps/note-client-report.ts';

/** What clients dropped never arrived: it is beside the sum of received items. */
export function discardRows(items: ProcessedItem<ClientDiscard[]>[]): LedgerRow[] {
  const counter = new OutcomeCounter();
  for (const { origin, work } of items) {
    for (const { category, reason, quantity } of work) counter.clientDiscarded(origin, category, reason, quantity);
  }
  return counter.rows();
}
