import type { ProjectId } from '@seismo/protocol';
import { integer, text, projectId, defineQuery, type Range } from './query.ts';
import { groups, sum } from '../engines/memory/rows.ts';
import { ledgerCells } from './ledger-cells.ts';

interface Params {
  projectIds: ProjectId[];
  range: Range;
}

/** The same by the client key that items came in by, and when the last of a cell did; reasons summed up. */
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
  bind: ({ projectIds, range }: Params) => ({ projectIds, ...range }),
  row: { projectId, keyId: integer, itemKind: text, outcome: text, quantity: integer, lastAtMs: integer },
  memory: ({ ledger }, params) =>
    groups(ledgerCells(ledger, params), (cell) => [cell.projectId, cell.keyId, cell.itemKind, cell.outcome])
      .map((group) => ({
        projectId: group[0]!.projectId,
        keyId: group[0]!.keyId,
        itemKind: group[0]!.itemKind,
        outcome: group[0]!.outcome,
        quantity: sum(group, (cell) => cell.quantity),
        lastAtMs: Math.max(...group.map((cell) => cell.atMs)),
      }))
      .filter((total) => total.quantity !== 0),
});
