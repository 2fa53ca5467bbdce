import { inEnvironmentsDuckdb } from './folded-sessions.ts';
import { integer, orNull, text, type Question, type TelemetryEngine } from './question.ts';
import { countedEvents } from './sources.ts';

export const eventShareSeries: Question<'event-share-series'> = {
  sql: {
    duckdb: `
      with counted as materialized (
        select
          release,
          at_ms - (at_ms % $bucketMs::bigint + $bucketMs::bigint) % $bucketMs::bigint as "bucketAtMs",
          count(*) as events
        from ${countedEvents}
        where at_ms >= $fromMs::bigint
          and at_ms < $toMs::bigint
          and list_contains($projectIds::bigint[], project_id)
          and ${inEnvironmentsDuckdb}
        group by 1, 2
      )
      select release, "bucketAtMs", events
      from counted
      where list_contains($releases::varchar[], release)
      union all
      select null, "bucketAtMs", sum(events)
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
  row: { release: orNull(text), bucketAtMs: integer, events: integer },
};
