import { eventId, integer, issueId, text, type Question, type TelemetryEngine } from './question.ts';

export const mapCoverage: Question<'map-coverage'> = {
  sql: {
    duckdb: `
      with scoped as materialized (
        select release, frames_mapped, map_faults, at_ms, event_id, issue_id
        from events
        where project_id = $projectId::bigint
          and at_ms >= $fromMs::bigint
          and at_ms < $toMs::bigint
          and frames_mapped + frames_unmapped > 0
      ),
      parts as (
        select release, '' as fault, frames_mapped::bigint as frames, at_ms, event_id, issue_id
        from scoped
        union all
        select release, split_part(part, ':', 1), split_part(part, ':', 2)::bigint, at_ms, event_id, issue_id
        from (
          select release, unnest(string_split(map_faults, ' ')) as part, at_ms, event_id, issue_id
          from scoped
          where map_faults <> ''
        )
      )
      select
        release,
        fault,
        sum(frames)::bigint as frames,
        count(*) as events,
        arg_max(event_id, {'at': at_ms, 'id': event_id}) as "eventId",
        arg_max(issue_id, {'at': at_ms, 'id': event_id}) as "issueId",
        max(at_ms) as "atMs"
      from parts
      group by release, fault
      order by release, fault`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectId, range }) => ({ projectId, ...range }),
  row: { release: text, fault: text, frames: integer, events: integer, eventId, issueId, atMs: integer },
};
