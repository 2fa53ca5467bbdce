import { integer, text, type Question, type TelemetryEngine } from './question.ts';

export const ledgerSeries: Question<'ledger-series'> = {
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
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectIds, range, bucketMs, keyId = null }) => ({ projectIds, bucketMs, keyId, ...range }),
  row: { bucketAtMs: integer, outcome: text, quantity: integer },
};
