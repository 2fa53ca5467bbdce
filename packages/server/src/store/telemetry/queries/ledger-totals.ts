import type { ProjectId } from '@seismo/protocol';
import { integer, text, defineQuery, type Range } from './query.ts';
import { groups, sum } from '../engines/memory/rows.ts';
import { ledgerCells } from './ledger-cells.ts';

interface Params {
  projectIds: ProjectId[];
  range: Range;
  keyId?: number;
}

/** The ledger's cells in the range, summed; of one client key, if it is named. Zero sums have no row. */
export const ledgerTotals = defineQuery({
  sql: {
    duckdb: `
      select item_kind as "itemKind", outcome, reason, sum(quantity) as quantity
      from ledger
      where at_ms >= $fromMs::bigint
        and at_ms < $toMs::bigint
        and list_contains($projectIds::bigint[], project_id)
        and ($keyId::bigint is null or key_id = $keyId::bigint)
      group by item_kind, outcome, reason
      having sum(quantity) <> 0
      order by item_kind, outcome, reason`,
  },
  bind: ({ projectIds, range, keyId }: Params) => ({ projectIds, keyId: keyId ?? null, ...range }),
  row: { itemKind: text, outcome: text, reason: text, quantity: integer },
  memory: ({ ledger }, params) =>
    groups(ledgerCells(ledger, params), (cell) => [cell.itemKind, cell.outcome, cell.reason])
      .map((group) => ({
        itemKind: group[0]!.itemKind,
        outcome: group[0]!.outcome,
        reason: group[0]!.reason,
        quantity: sum(group, (cell) => cell.quantity),
      }))
      .filter((total) => total.quantity !== 0),
});
