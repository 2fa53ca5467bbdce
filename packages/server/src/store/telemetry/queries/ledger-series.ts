import type { ProjectId } from '@seismo/protocol';
import { integer, text, defineQuery, type Range } from './query.ts';
import { bucketOf, groups, sum } from '../engines/memory/rows.ts';
import { ledgerCells } from './ledger-cells.ts';

interface Params {
  projectIds: ProjectId[];
  range: Range;
  bucketMs: number;
  keyId?: number;
}

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
  bind: ({ projectIds, range, bucketMs, keyId }: Params) => ({ projectIds, bucketMs, keyId: keyId ?? null, ...range }),
  row: { bucketAtMs: integer, outcome: text, quantity: integer },
  memory: ({ ledger }, { bucketMs, ...params }) =>
    groups(ledgerCells(ledger, params), (cell) => [bucketOf(cell.atMs, bucketMs), cell.outcome])
      .map((group) => ({
        bucketAtMs: bucketOf(group[0]!.atMs, bucketMs),
        outcome: group[0]!.outcome,
        quantity: sum(group, (cell) => cell.quantity),
      }))
      .filter((total) => total.quantity !== 0),
});
