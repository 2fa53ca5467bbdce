import { eventId, integer, issueId, text, type Question, type TelemetryEngine } from './question.ts';

export const issueSums: Question<'issue-sums'> = {
  sql: {
    duckdb: `
      with seen as materialized (
        select issue_id, at_ms, event_id, release
        from events
        where project_id = $projectId::bigint
          and issue_id in (select unnest($issueIds::bigint[]))
      )
      select
        issue_id as "issueId",
        count(*) as events,
        min(at_ms) as "firstSeenAtMs",
        max(at_ms) as "lastSeenAtMs",
        coalesce(arg_min(release, (at_ms, event_id)) filter (where release <> ''), '') as "firstRelease",
        coalesce(arg_max(release, (at_ms, event_id)) filter (where release <> ''), '') as "lastRelease",
        arg_max(event_id, (at_ms, event_id)) as "eventId"
      from seen
      group by issue_id
      order by issue_id`,
  } satisfies Record<TelemetryEngine, string>,
  bind: (ask) => ({ ...ask }),
  row: {
    issueId,
    events: integer,
    firstSeenAtMs: integer,
    lastSeenAtMs: integer,
    firstRelease: text,
    lastRelease: text,
    eventId,
  },
};
