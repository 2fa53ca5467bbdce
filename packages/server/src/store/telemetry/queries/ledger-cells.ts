import type { ProjectId } from '@seismo/protocol';
import { within } from '../engines/memory/rows.ts';
import type { LedgerRow } from '../tables/ledger.ts';
import type { Range } from './query.ts';

export function ledgerCells(
  ledger: LedgerRow[],
  { projectIds, range, keyId }: { projectIds: ProjectId[]; range: Range; keyId?: number },
): LedgerRow[] {
  return ledger.filter(
    (cell) =>
      projectIds.includes(cell.projectId) && within(cell.atMs, range) && (keyId === undefined || cell.keyId === keyId),
  );
}
