import { integer, text, orNull, defineQuery } from './query.ts';
import { inRange, inEnvironments, releaseSeriesOf, type ReleaseStatsParams } from './parts/release-rows.ts';
import { allEvents } from '../engines/memory/rows.ts';
import { inEnvironmentsDuckdb } from './parts/folded-sessions.ts';
import { eventDifference } from './parts/differences.ts';

type Params = ReleaseStatsParams & { bucketMs: number };

export const releaseEventSeries = defineQuery({
  sql: {
    duckdb: ({ counted, count }) => `
      with counted as materialized (
        select
          release,
          at_ms - (at_ms % $bucketMs::bigint + $bucketMs::bigint) % $bucketMs::bigint as "bucketAtMs",
          ${count} as events
        from ${counted}
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
  },
  difference: eventDifference,
  row: { release: orNull(text), bucketAtMs: integer, events: integer },
  memory: (rows, params: Params) =>
    releaseSeriesOf(
      inEnvironments(inRange(allEvents(rows), params), params),
      params,
      (row) => row.atMs,
      (some) => ({ events: some.length }),
    ),
});
