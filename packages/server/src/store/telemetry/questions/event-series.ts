import { integer, type Question, type TelemetryEngine } from './question.ts';

export const eventSeries: Question<'event-series'> = {
  sql: {
    duckdb: `
      select
        at_ms - (at_ms % $bucketMs::bigint + $bucketMs::bigint) % $bucketMs::bigint as "bucketAtMs",
        count(*) as events,
        count(distinct nullif(user_key, '')) as users
      from events
      where at_ms >= $fromMs::bigint
        and at_ms < $toMs::bigint
        and list_contains($projectIds::bigint[], project_id)
        and (len($environments::varchar[]) = 0 or list_contains($environments::varchar[], environment))
      group by 1
      order by 1`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectIds, environments, range, bucketMs }) => ({ projectIds, environments, bucketMs, ...range }),
  row: { bucketAtMs: integer, events: integer, users: integer },
};
