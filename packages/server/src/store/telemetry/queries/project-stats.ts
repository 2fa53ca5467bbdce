import { integer, orNull, projectId, defineQuery } from './query.ts';
import { inRange, inEnvironments, type ReleaseStatsParams } from './parts/release-rows.ts';
import type { EventRow } from '../tables/events.ts';
import { allEvents, bucketOf, groups, endUserCount } from '../engines/memory/rows.ts';
import { inEnvironmentsDuckdb } from './parts/folded-sessions.ts';
import { eventDifference } from './parts/differences.ts';

type Params = Omit<ReleaseStatsParams, 'releases'> & { bucketMs: number };

/**
 * Events and end users of projects, per bucket and in total. Each project has a row per bucket with events, then a row
 * without a bucket for the range. `users` as in `issue-users`.
 */
export const projectStats = defineQuery({
  sql: {
    duckdb: ({ counted, count }) => `
      with seen as materialized (
        select
          project_id,
          at_ms - (at_ms % $bucketMs::bigint + $bucketMs::bigint) % $bucketMs::bigint as bucket,
          user_hash,
          ${count} as events
        from ${counted}
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
  },
  difference: { ...eventDifference, isByProject: true },
  row: { projectId, bucketAtMs: orNull(integer), events: integer, users: integer },
  memory: (rows, params: Params) =>
    groups(inEnvironments(inRange(allEvents(rows), params), params), (event) => [event.projectId]).flatMap(
      (ofProject) => {
        const { projectId } = ofProject[0]!;
        const eventStats = (some: EventRow[]) => ({ events: some.length, users: endUserCount(some) });
        const buckets = groups(ofProject, (event) => [bucketOf(event.atMs, params.bucketMs)]);
        return [
          ...buckets.map((ofBucket) => ({
            projectId,
            bucketAtMs: bucketOf(ofBucket[0]!.atMs, params.bucketMs),
            ...eventStats(ofBucket),
          })),
          { projectId, bucketAtMs: null, ...eventStats(ofProject) },
        ];
      },
    ),
});
