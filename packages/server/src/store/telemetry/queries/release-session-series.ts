import { integer, text, orNull, defineQuery } from './query.ts';
import { inEnvironments, releaseSeriesOf, type ReleaseStatsParams } from './parts/release-rows.ts';
import { sum } from '../engines/memory/rows.ts';
import {
  foldedSessions,
  sessionsOf,
  foldedSessionsDuckdb,
  sessionsOfRowDuckdb,
  inEnvironmentsDuckdb,
} from './parts/folded-sessions.ts';
import { sessionDifference } from './parts/differences.ts';

const bucket = 'started_at_ms - (started_at_ms % $bucketMs::bigint + $bucketMs::bigint) % $bucketMs::bigint';

type Params = ReleaseStatsParams & { bucketMs: number };

/**
 * The same per bucket, over all of the projects. By release, all of them together (`null`) last; then by bucket. Buckets
 * without any have no row.
 */
export const releaseSessionSeries = defineQuery({
  sql: {
    duckdb: ({ counted }) => `
      with
        ${foldedSessionsDuckdb(counted)},
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
  },
  difference: sessionDifference,
  row: { release: orNull(text), bucketAtMs: integer, sessions: integer, crashed: integer },
  memory: ({ sessions }, params: Params) =>
    releaseSeriesOf(
      inEnvironments(foldedSessions(sessions, params), params),
      params,
      (row) => row.startedAtMs,
      (rows) => ({ sessions: sum(rows, sessionsOf), crashed: sum(rows, (row) => row.crashed) }),
    ),
});
