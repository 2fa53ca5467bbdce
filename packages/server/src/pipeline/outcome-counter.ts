import type { Disposition, OrganizationId, ProjectId } from '@seismo/protocol';
import type { LedgerRow } from '#store/telemetry/contract.ts';
import type { ReceivedItem } from './signal.ts';

const MINUTE_MS = 60_000;

/** Sums received items and outcomes, one ledger row per cell of a batch. */
export class OutcomeCounter {
  readonly #rows = new Map<string, LedgerRow>();

  /** Counts the records of an item as received, and their outcomes. */
  item({ origin, kind, records }: ReceivedItem): void {
    // A replayed item was counted as received and failed before: with the number of records that it claimed.
    const before = origin.replayOf ? records.claimed : 0;
    if (origin.replayOf) this.ended(origin, kind, { outcome: 'failed', reason: origin.replayOf.reason }, -before);
    this.received(origin, kind, records.count - before);
    for (const { disposition, quantity } of records.ended) this.ended(origin, kind, disposition, quantity);
  }

  received(where: Cell, itemKind: string, quantity: number): void {
    this.#add(where, itemKind, 'received', '', quantity);
  }

  ended(where: Cell, itemKind: string, disposition: Disposition, quantity: number): void {
    this.#add(where, itemKind, disposition.outcome, disposition.reason, quantity);
  }

  clientDiscarded(where: Cell, category: string, reason: string, quantity: number): void {
    this.#add(where, category, 'client-discard', reason, quantity);
  }

  /** Cells that sum to zero (a failure reverted in the same batch) have no row. */
  rows(): LedgerRow[] {
    return [...this.#rows.values()].filter((row) => row.quantity !== 0);
  }

  #add(where: Cell, itemKind: string, outcome: string, reason: string, quantity: number): void {
    const atMs = Math.floor(where.receivedAtMs / MINUTE_MS) * MINUTE_MS;
    const key = `${where.projectId}\n${where.keyId}\n${atMs}\n${itemKind}\n${outcome}\n${reason}`;
    const row = this.#rows.get(key);
    if (row) row.quantity += quantity;
    else {
      const { organizationId, projectId, keyId } = where;
      this.#rows.set(key, { organizationId, projectId, keyId, atMs, itemKind, outcome, reason, quantity });
    }
  }
}

export interface Cell {
  organizationId: OrganizationId;
  projectId: ProjectId;
  keyId: number;
  receivedAtMs: number;
}
