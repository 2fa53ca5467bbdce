import { eventId, integer, text, type Question, type TelemetryEngine } from './question.ts';

export const hashesOfIssue: Question<'hashes-of-issue'> = {
  sql: {
    duckdb: `
      with seen as materialized (
        select hash, at_ms, event_id, user_hash, title
        from events
        where project_id = $projectId::bigint and issue_id = $issueId::bigint
      )
      select
        hash,
        count(*) as events,
        count(distinct user_hash) filter (where user_hash <> 0) as users,
        min(at_ms) as "firstSeenAtMs",
        max(at_ms) as "lastSeenAtMs",
        arg_max(event_id, (at_ms, event_id)) as "eventId",
        arg_max(title, (at_ms, event_id)) as title
      from seen
      group by hash
      order by events desc, hash`,
  } satisfies Record<TelemetryEngine, string>,
  bind: (ask) => ({ ...ask }),
  row: {
    hash: text,
    events: integer,
    users: integer,
    firstSeenAtMs: integer,
    lastSeenAtMs: integer,
    eventId,
    title: text,
  },
};
