import { groups, sum } from '../engines/memory/rows.ts';
import { defineQuery, integer, issueId, projectId } from './query.ts';

interface Params {
  cap: number;
  count: number;
}

/**
 * The issues with most repeated events beyond `cap` (see `thinnable-events`), and how many these are: an upper bound,
 * because some of them stay for other reasons. `bodyBytes` is their share of the bodies.
 */
export const thinnableIssues = defineQuery({
  sql: {
    duckdb: `
      with cells as (
        select project_id, issue_id, count(*) as quantity, sum(body_bytes)::bigint as bytes
        from events
        group by project_id, issue_id, hash, release, environment, level
        having count(*) > 2 * $cap::bigint
      )
      select
        project_id as "projectId",
        issue_id as "issueId",
        sum(quantity - $cap::bigint)::bigint as events,
        sum(bytes * (quantity - $cap::bigint) // quantity)::bigint as "bodyBytes"
      from cells
      group by 1, 2
      order by events desc, 1, 2
      limit $count::bigint`,
  },
  row: { projectId, issueId, events: integer, bodyBytes: integer },
  memory: ({ events }, { cap, count }: Params) =>
    groups(
      groups(events, ({ projectId, issueId, hash, release, environment, level }) => [
        projectId,
        issueId,
        hash,
        release,
        environment,
        level,
      ]).filter((cell) => cell.length > 2 * cap),
      ([event]) => [event!.projectId, event!.issueId],
    )
      .map((cells) => ({
        projectId: cells[0]![0]!.projectId,
        issueId: cells[0]![0]!.issueId,
        events: sum(cells, (cell) => cell.length - cap),
        bodyBytes: sum(cells, (cell) =>
          Math.floor((sum(cell, ({ body }) => body.length) * (cell.length - cap)) / cell.length),
        ),
      }))
      .toSorted((a, b) => b.events - a.events)
      .slice(0, count),
});
