import { integer, text, defineQuery } from './query.ts';
import { ledgerSums, type LedgerParams } from './ledger-cells.ts';

/** The outcome cells in the range, summed; of one client key, if set. Zero sums have no row. */
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
  row: { itemKind: text, outcome: text, reason: text, quantity: integer },
  memory: ({ ledger }, params: LedgerParams) => ledgerSums(ledger, params, ['itemKind', 'outcome', 'reason']),
});
