import { byTimeAndId } from '../../engines/memory/rows.ts';
import type { EventRow } from '../../tables/events.ts';
import type { StoredRows } from '../../tables/index.ts';

/**
 * The entries of the newest events of projects. The first subquery finds their earliest time, so that the text of tags is read
 * of these events only, and not of every event to sort it.
 */
export function newestDuckdb(columns: string): string {
  return `
      newest as (
        select ${columns}
        from events
        where list_contains($projectIds::bigint[], project_id)
          and at_ms >= coalesce(
            (
              select min(at_ms)
              from (
                select at_ms
                from events
                where list_contains($projectIds::bigint[], project_id)
                order by at_ms desc
                limit $sampleCount::bigint
              )
            ),
            0
          )
        order by at_ms desc, event_id desc
        limit $sampleCount::bigint
      )`;
}

export function newestEvents({ events }: StoredRows, projectIds: readonly number[], count: number): EventRow[] {
  return events
    .filter((event) => projectIds.includes(event.projectId))
    .sort((a, b) => byTimeAndId(b, a))
    .slice(0, count);
}
