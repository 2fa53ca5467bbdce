import { integer, projectId, text, type Question, type TelemetryEngine } from './question.ts';

export const ledgerByKey: Question<'ledger-by-key'> = {
  sql: {
    duckdb: `
      select
        project_id as "projectId",
        key_id as "keyId",
        item_kind as "itemKind",
        outcome,
        sum(quantity) as quantity,
        max(at_ms) as "lastAtMs"
      from ledger
      where at_ms >= $fromMs::bigint
        and at_ms < $toMs::bigint
        and list_contains($projectIds::bigint[], project_id)
      group by project_id, key_id, item_kind, outcome
      having sum(quantity) <> 0
      order by project_id, key_id, item_kind, outcome`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectIds, range }) => ({ projectIds, ...range }),
  row: { projectId, keyId: integer, itemKind: text, outcome: text, quantity: integer, lastAtMs: integer },
};
