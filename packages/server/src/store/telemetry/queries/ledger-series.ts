import { integer, text, defineQuery } from './query.ts';
import { ledgerSums, type LedgerParams } from './ledger-cells.ts';

/** The ledger per bucket, item kinds summed up: for the flow over time. */
export const ledgerSeries = defineQuery({
  sql: {
    duckdb: `
      select
        at_ms - (at_ms % $bucketMs::bigint + $bucketMs::bigint) % $bucketMs::bigint as "bucketAtMs",
        outcome,
        sum(quantity) as quantity
      from ledger
      where at_ms >= $fromMs::bigint
        and at_ms < $toMs::bigint
        and list_contains($projectIds::bigint[], project_id)
        and ($keyId::bigint is null or key_id = $keyId::bigint)
      group by 1, 2
      having sum(quantity) <> 0
      order by 1, 2`,
  },
  row: { bucketAtMs: integer, outcome: text, quantity: integer },
  memory: ({ ledger }, params: LedgerParams & { bucketMs: number }) =>
    ledgerSums(ledger, params, ['bucketAtMs', 'outcome']),
});
