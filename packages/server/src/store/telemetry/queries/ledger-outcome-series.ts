import type { ProjectId } from '@seismo/protocol';
import { integer, projectId, defineQuery, type Range } from './query.ts';
import { bucketOf, groups, sum } from '../engines/memory/rows.ts';
import { ledgerCells } from './ledger-cells.ts';

interface Params {
  projectIds: ProjectId[];
  range: Range;
  bucketMs: number;
  keyId?: number;
  itemKind: string | null;
  outcome: string;
  reason: string | null;
}

/** Cells of one outcome per bucket and client key, of one kind and one reason if they are named (`null`: any). */
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
  bind: ({ projectIds, range, bucketMs, keyId, itemKind, outcome, reason }: Params) => ({
    projectIds,
    bucketMs,
    keyId: keyId ?? null,
    itemKind,
    outcome,
    reason,
    ...range,
  }),
  row: { bucketAtMs: integer, projectId, keyId: integer, quantity: integer, lastAtMs: integer },
  memory: ({ ledger }, { bucketMs, itemKind, outcome, reason, ...params }) =>
    groups(
      ledgerCells(ledger, params)
        .filter((cell) => itemKind === null || cell.itemKind === itemKind)
        .filter((cell) => cell.outcome === outcome && (reason === null || cell.reason === reason)),
      (cell) => [bucketOf(cell.atMs, bucketMs), cell.projectId, cell.keyId],
    )
      .map((group) => ({
        bucketAtMs: bucketOf(group[0]!.atMs, bucketMs),
        projectId: group[0]!.projectId,
        keyId: group[0]!.keyId,
        quantity: sum(group, (cell) => cell.quantity),
        lastAtMs: Math.max(...group.map((cell) => cell.atMs)),
      }))
      .filter((total) => total.quantity !== 0),
});
