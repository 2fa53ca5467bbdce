import type { ProjectId } from '@seismo/protocol';
import { bucketOf, groups, sum, within } from '../engines/memory/rows.ts';
import { defineQuery, integer, projectId, text, type Range } from './query.ts';

interface Params {
  projectIds: ProjectId[];
  range: Range;
  bucketMs: number;
}

/** What retention removed, by project, kind and reason; the latest first. */
export const removalLog = defineQuery({
  sql: {
    duckdb: `
      select
        at_ms - (at_ms % $bucketMs::bigint + $bucketMs::bigint) % $bucketMs::bigint as "bucketAtMs",
        project_id as "projectId",
        item_kind as "itemKind",
        reason,
        sum(quantity)::bigint as quantity,
        sum(bytes)::bigint as bytes
      from removals
      where at_ms >= $fromMs::bigint
        and at_ms < $toMs::bigint
        and list_contains($projectIds::bigint[], project_id)
      group by 1, 2, 3, 4
      order by 1 desc, 2, 3, 4`,
  },
  row: {
    bucketAtMs: integer,
    projectId,
    itemKind: text,
    reason: text,
    quantity: integer,
    bytes: integer,
  },
  memory: ({ removals }, { projectIds, range, bucketMs }: Params) =>
    groups(
      removals.filter((row) => projectIds.includes(row.projectId) && within(row.atMs, range)),
      (row) => [-bucketOf(row.atMs, bucketMs), row.projectId, row.itemKind, row.reason],
    )
      .map((alike) => ({
        ...alike[0]!,
        bucketAtMs: bucketOf(alike[0]!.atMs, bucketMs),
        quantity: sum(alike, ({ quantity }) => quantity),
        bytes: sum(alike, ({ bytes }) => bytes),
      }))
      .toSorted(
        (a, b) =>
          b.bucketAtMs - a.bucketAtMs ||
          a.projectId - b.projectId ||
          Buffer.compare(Buffer.from(a.itemKind), Buffer.from(b.itemKind)) ||
          Buffer.compare(Buffer.from(a.reason), Buffer.from(b.reason)),
      ),
});
