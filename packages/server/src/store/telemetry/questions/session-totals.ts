import { integer, text, type Question, type TelemetryEngine } from './question.ts';

export const sessionTotals: Question<'session-totals'> = {
  sql: {
    duckdb: `
      with states as (
        select *
        from sessions
        where started_at_ms >= $fromMs::bigint
          and started_at_ms < $toMs::bigint
          and list_contains($projectIds::bigint[], project_id)
      ),
      folded as (
        from states where session_id = ''
        union all
        from states
        where session_id <> ''
        qualify row_number() over (partition by project_id, session_id order by sequence desc, position desc) = 1
      )
      select
        release,
        environment,
        sum(exited) as exited,
        sum(errored) as errored,
        sum(crashed) as crashed,
        sum(abnormal) as abnormal,
        count(distinct nullif(user_key, '')) as users
      from folded
      group by release, environment
      order by release, environment`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectIds, range }) => ({ projectIds, ...range }),
  row: {
    release: text,
    environment: text,
    exited: integer,
    errored: integer,
    crashed: integer,
    abnormal: integer,
    users: integer,
  },
};
