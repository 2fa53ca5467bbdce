import { foldedSessionsDuckdb, inEnvironmentsDuckdb, sessionsOfRowDuckdb } from './folded-sessions.ts';
import { integer, orNull, projectId, text, type Question, type TelemetryEngine } from './question.ts';

const sums = `
          sum(sessions) as sessions,
          sum(errored) as errored,
          sum(crashed) as crashed,
          sum(abnormal) as abnormal,
          count(*) filter (user_key <> '') as users,
          count(*) filter (user_key <> '' and crashed > 0) as "crashedUsers"`;

export const sessionShares: Question<'session-shares'> = {
  sql: {
    // People first, so that each is there once per release, and once per project, and nothing is counted distinct.
    duckdb: `
      with
        ${foldedSessionsDuckdb},
        people as materialized (
          select
            project_id,
            release,
            user_key,
            sum(${sessionsOfRowDuckdb}) as sessions,
            sum(errored) as errored,
            sum(crashed) as crashed,
            sum(abnormal) as abnormal
          from folded
          where ${inEnvironmentsDuckdb}
          group by project_id, release, user_key
        ),
        of_project as (
          select
            project_id,
            user_key,
            sum(sessions) as sessions,
            sum(errored) as errored,
            sum(crashed) as crashed,
            sum(abnormal) as abnormal
          from people
          group by project_id, user_key
        )
      select project_id as "projectId", release, ${sums}
      from people
      where list_contains($releases::varchar[], release)
      group by project_id, release
      union all
      select project_id, null, ${sums}
      from of_project
      group by project_id
      order by 1, 2 nulls last`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectIds, environments, releases, range }) => ({ projectIds, environments, releases, ...range }),
  row: {
    projectId,
    release: orNull(text),
    sessions: integer,
    errored: integer,
    crashed: integer,
    abnormal: integer,
    users: integer,
    crashedUsers: integer,
  },
};
