import { integer, text, type Question, type TelemetryEngine } from './question.ts';

export const issueEnvironments: Question<'issue-environments'> = {
  sql: {
    duckdb: `
      with seen as materialized (
        select environment, at_ms, event_id, release, user_hash
        from events
        where project_id = $projectId::bigint and issue_id = $issueId::bigint
      )
      select
        environment,
        count(*) as events,
        count(distinct user_hash) filter (where user_hash <> 0) as users,
        min(at_ms) as "firstSeenAtMs",
        max(at_ms) as "lastSeenAtMs",
        coalesce(arg_min(release, (at_ms, event_id)) filter (where release <> ''), '') as "firstRelease",
        coalesce(arg_max(release, (at_ms, event_id)) filter (where release <> ''), '') as "lastRelease"
      from seen
      group by environment
      order by environment`,
  } satisfies Record<TelemetryEngine, string>,
  bind: (ask) => ({ ...ask }),
  row: {
    environment: text,
    events: integer,
    users: integer,
    firstSeenAtMs: integer,
    lastSeenAtMs: integer,
    firstRelease: text,
    lastRelease: text,
  },
};
