import type { ProjectId } from '@seismo/protocol';
import { bucketOf, groups, sum, within } from '../engines/memory/rows.ts';
import type { LedgerRow } from '../tables/ledger.ts';
import type { Range } from './query.ts';

export interface LedgerParams {
  projectIds: ProjectId[];
  range: Range;
  /** Left out: all client keys. */
  keyId?: number;
}

/** Sums cells with equal values in these fields, with the time of the last; zero sums are left out. */
export function ledgerSums(
  ledger: LedgerRow[],
  { projectIds, range, keyId, bucketMs = 1 }: LedgerParams & { bucketMs?: number },
  fields: readonly ('bucketAtMs' | Exclude<keyof LedgerRow, 'sequence'>)[],
) {
  const cells = ledger
    .filter((cell) => projectIds.includes(cell.projectId) && within(cell.atMs, range))
    .filter((cell) => keyId === undefined || cell.keyId === keyId)
    .map((cell) => ({ ...cell, bucketAtMs: bucketOf(cell.atMs, bucketMs) }));
  return groups(cells, (cell) => fields.map((field) => cell[field]))
    .map((alike) => ({
      ...alike[0]!,
      quantity: sum(alike, (cell) => cell.quantity),
      lastAtMs: Math.max(...alike.map((cell) => cell.atMs)),
    }))
    .filter((total) => total.quantity !== 0);
}
