import { inEnvironmentsDuckdb } from './folded-sessions.ts';
import { integer, orNull, projectId, type Question, type TelemetryEngine } from './question.ts';
import { countedEvents } from './sources.ts';

export const projectFigures: Question<'project-figures'> = {
  sql: {
    duckdb: `
      with seen as materialized (
        select
          project_id,
          at_ms - (at_ms % $bucketMs::bigint + $bucketMs::bigint) % $bucketMs::bigint as bucket,
          user_hash,
          count(*) as events
        from ${countedEvents}
        where at_ms >= $fromMs::bigint
          and at_ms < $toMs::bigint
          and list_contains($projectIds::bigint[], project_id)
          and ${inEnvironmentsDuckdb}
        group by 1, 2, 3
      )
      select
        project_id as "projectId",
        bucket as "bucketAtMs",
        sum(events) as events,
        count(*) filter (user_hash <> 0) as users
      from seen
      group by 1, 2
      union all
      select project_id, null, sum(events), count(distinct user_hash) filter (user_hash <> 0)
      from seen
      group by 1
      order by 1, 2 nulls last`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectIds, environments, range, bucketMs }) => ({ projectIds, environments, bucketMs, ...range }),
  row: { projectId, bucketAtMs: orNull(integer), events: integer, users: integer },
};
