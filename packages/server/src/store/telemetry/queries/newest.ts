/**
 * The entries of the newest events of projects. Where those begin is found first, by times alone: the text of tags is then
 * read only there, and not of every event to sort it.
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
