import type { ItemKind, ProjectId } from '@seismo/protocol';
import { integer, projectId, defineQuery, type Range } from './query.ts';
import { bucketOf, groups, sum, within } from '../engines/memory/rows.ts';

interface Params {
  projectIds: ProjectId[];
  itemKinds: ItemKind[];
  range: Range;
}

/** What was stored of these kinds, by the hour in which they arrived. Hours without any have no row. */
export const storedPerHour = defineQuery({
  sql: {
    duckdb: `
      select project_id as "projectId", at_ms - (at_ms % 3600000 + 3600000) % 3600000 as "hourAtMs", sum(quantity) as quantity
      from ledger
      where at_ms >= $fromMs::bigint
        and at_ms < $toMs::bigint
        and list_contains($projectIds::bigint[], project_id)
        and list_contains($itemKinds::varchar[], item_kind)
        and outcome = 'stored'
      group by 1, 2
      having sum(quantity) <> 0
      order by 1, 2`,
  },
  row: { projectId, hourAtMs: integer, quantity: integer },
  memory: ({ ledger }, { projectIds, itemKinds, range }: Params) =>
    groups(
      ledger
        .filter((cell) => itemKinds.some((kind) => kind === cell.itemKind) && cell.outcome === 'stored')
        .filter((cell) => projectIds.includes(cell.projectId) && within(cell.atMs, range)),
      (cell) => [cell.projectId, bucketOf(cell.atMs, 3_600_000)],
    )
      .map((group) => ({
        projectId: group[0]!.projectId,
        hourAtMs: bucketOf(group[0]!.atMs, 3_600_000),
        quantity: sum(group, (cell) => cell.quantity),
      }))
      .filter((hour) => hour.quantity !== 0),
});
