import { integer, text, type Question, type TelemetryEngine } from './question.ts';

export const ledgerTotals: Question<'ledger-totals'> = {
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
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectIds, range, keyId = null }) => ({ projectIds, keyId, ...range }),
  row: { itemKind: text, outcome: text, reason: text, quantity: integer },
};
