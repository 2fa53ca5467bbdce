import type { ProjectId } from '@seismo/protocol';
import { integer, projectId, defineQuery, type Range } from './query.ts';
import { bucketOf, groups, sum, within } from '../engines/memory/rows.ts';

interface Params {
  projectIds: ProjectId[];
  range: Range;
}

/** Events that were stored, by the hour in which they arrived. Hours without any have no row. */
export const storedPerHour = defineQuery({
  sql: {
    duckdb: `
      select project_id as "projectId", at_ms - (at_ms % 3600000 + 3600000) % 3600000 as "hourAtMs", sum(quantity) as events
      from ledger
      where at_ms >= $fromMs::bigint
        and at_ms < $toMs::bigint
        and list_contains($projectIds::bigint[], project_id)
        and item_kind = 'event'
        and outcome = 'stored'
      group by 1, 2
      having sum(quantity) <> 0
      order by 1, 2`,
  },
  row: { projectId, hourAtMs: integer, events: integer },
  memory: ({ ledger }, { projectIds, range }: Params) =>
    groups(
      ledger
        .filter((cell) => cell.itemKind === 'event' && cell.outcome === 'stored')
        .filter((cell) => projectIds.includes(cell.projectId) && within(cell.atMs, range)),
      (cell) => [cell.projectId, bucketOf(cell.atMs, 3_600_000)],
    )
      .map((group) => ({
        projectId: group[0]!.projectId,
        hourAtMs: bucketOf(group[0]!.atMs, 3_600_000),
        events: sum(group, (cell) => cell.quantity),
      }))
      .filter((hour) => hour.events !== 0),
});
