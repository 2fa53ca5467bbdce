import { integer, projectId, defineQuery } from './query.ts';
import { ledgerSums, type LedgerParams } from './ledger-cells.ts';

interface Params extends LedgerParams {
  bucketMs: number;
  itemKind: string | null;
  outcome: string;
  reason: string | null;
}

/** Cells of one outcome per bucket and client key, of one kind and one reason if set (`null`: any). */
export const ledgerOutcomeSeries = defineQuery({
  sql: {
    duckdb: `
      select
        at_ms - (at_ms % $bucketMs::bigint + $bucketMs::bigint) % $bucketMs::bigint as "bucketAtMs",
        project_id as "projectId",
        key_id as "keyId",
        sum(quantity) as quantity,
        max(at_ms) as "lastAtMs"
      from ledger
      where at_ms >= $fromMs::bigint
        and at_ms < $toMs::bigint
        and list_contains($projectIds::bigint[], project_id)
        and ($keyId::bigint is null or key_id = $keyId::bigint)
        and ($itemKind::varchar is null or item_kind = $itemKind::varchar)
        and outcome = $outcome::varchar
        and ($reason::varchar is null or reason = $reason::varchar)
      group by 1, 2, 3
      having sum(quantity) <> 0
      order by 1, 2, 3`,
  },
  row: { bucketAtMs: integer, projectId, keyId: integer, quantity: integer, lastAtMs: integer },
  memory: ({ ledger }, { itemKind, outcome, reason, ...params }: Params) => {
    const cells = ledger
      .filter((cell) => itemKind === null || cell.itemKind === itemKind)
      .filter((cell) => cell.outcome === outcome && (reason === null || cell.reason === reason));
    return ledgerSums(cells, params, ['bucketAtMs', 'projectId', 'keyId']);
  },
});
