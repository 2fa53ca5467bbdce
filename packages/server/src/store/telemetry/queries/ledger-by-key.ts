import { integer, text, projectId, defineQuery } from './query.ts';
import { ledgerSums, type LedgerParams } from './ledger-cells.ts';

/** Outcomes by client key, with the time of the last item; summed over reasons. */
export const ledgerByKey = defineQuery({
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
  },
  row: { projectId, keyId: integer, itemKind: text, outcome: text, quantity: integer, lastAtMs: integer },
  memory: ({ ledger }, params: Omit<LedgerParams, 'keyId'>) =>
    ledgerSums(ledger, params, ['projectId', 'keyId', 'itemKind', 'outcome']),
});
