import { foldedSessionsDuckdb, sessionsOfRowDuckdb } from './folded-sessions.ts';
import { integer, text, type Question, type TelemetryEngine } from './question.ts';

export const eventEnvironments: Question<'event-environments'> = {
  sql: {
    duckdb: `
      select
        environment,
        count(*) as events,
        count(distinct user_hash) filter (user_hash <> 0) as users,
        min(at_ms) as "firstSeenAtMs",
        max(at_ms) as "lastSeenAtMs"
      from events
      where release = $release::varchar
        and list_contains($projectIds::bigint[], project_id)
      group by environment
      order by environment`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectIds, release }) => ({ projectIds, release }),
  row: { environment: text, events: integer, users: integer, firstSeenAtMs: integer, lastSeenAtMs: integer },
};

export const sessionEnvironments: Question<'session-environments'> = {
  sql: {
    duckdb: `
      with ${foldedSessionsDuckdb}
      select
        environment,
        coalesce(sum(${sessionsOfRowDuckdb}) filter (release = $release::varchar), 0) as sessions,
        coalesce(sum(crashed) filter (release = $release::varchar), 0) as crashed,
        sum(${sessionsOfRowDuckdb}) as "allSessions"
      from folded
      group by environment
      order by environment`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectIds, release, range }) => ({ projectIds, release, ...range }),
  row: { environment: text, sessions: integer, crashed: integer, allSessions: integer },
};

export const releasesInEnvironments: Question<'releases-in-environments'> = {
  sql: {
    duckdb: `
      select release
      from events
      where list_contains($environments::varchar[], environment)
        and list_contains($projectIds::bigint[], project_id)
        and release <> ''
      union
      select release
      from sessions
      where list_contains($environments::varchar[], environment)
        and list_contains($projectIds::bigint[], project_id)
        and release <> ''
      order by release`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectIds, environments }) => ({ projectIds, environments }),
  row: { release: text },
};
