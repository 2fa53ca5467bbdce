import { foldedSessionsDuckdb, inEnvironmentsDuckdb, sessionsOfRowDuckdb } from './folded-sessions.ts';
import { integer, orNull, text, type Question, type TelemetryEngine } from './question.ts';

const bucket = 'started_at_ms - (started_at_ms % $bucketMs::bigint + $bucketMs::bigint) % $bucketMs::bigint';

export const sessionShareSeries: Question<'session-share-series'> = {
  sql: {
    duckdb: `
      with
        ${foldedSessionsDuckdb},
        counted as materialized (
          select
            release,
            ${bucket} as "bucketAtMs",
            sum(${sessionsOfRowDuckdb}) as sessions,
            sum(crashed) as crashed
          from folded
          where ${inEnvironmentsDuckdb}
          group by 1, 2
        )
      select release, "bucketAtMs", sessions, crashed
      from counted
      where list_contains($releases::varchar[], release)
      union all
      select null, "bucketAtMs", sum(sessions), sum(crashed)
      from counted
      group by 2
      order by 1 nulls last, 2`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectIds, environments, releases, range, bucketMs }) => ({
    projectIds,
    environments,
    releases,
    bucketMs,
    ...range,
  }),
  row: { release: orNull(text), bucketAtMs: integer, sessions: integer, crashed: integer },
};
