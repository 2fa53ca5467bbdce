import { integer, text, orNull, projectId, defineQuery } from './query.ts';
import { inRange, inEnvironments, releaseStatsOf, type ReleaseStatsParams } from './parts/release-rows.ts';
import { allEvents, endUserCount } from '../engines/memory/rows.ts';
import { inEnvironmentsDuckdb } from './parts/folded-sessions.ts';
import { eventDifference } from './parts/differences.ts';

type Params = ReleaseStatsParams;

/** Events and end users of these releases and of all releases together, ordered like `release-session-stats`. */
export const releaseEventStats = defineQuery({
  sql: {
    duckdb: ({ counted, count }) => `
      with
        people as materialized (
          select project_id, release, user_hash, ${count} as events
          from ${counted}
          where at_ms >= $fromMs::bigint
            and at_ms < $toMs::bigint
            and list_contains($projectIds::bigint[], project_id)
            and ${inEnvironmentsDuckdb}
          group by project_id, release, user_hash
        ),
        of_project as (
          select project_id, user_hash, sum(events) as events
          from people
          group by project_id, user_hash
        )
      select
        project_id as "projectId",
        release,
        sum(events) as events,
        count(*) filter (user_hash <> 0) as users
      from people
      where list_contains($releases::varchar[], release)
      group by project_id, release
      union all
      select project_id, null, sum(events), count(*) filter (user_hash <> 0)
      from of_project
      group by project_id
      order by 1, 2 nulls last`,
  },
  difference: { ...eventDifference, isByProject: true },
  row: { projectId, release: orNull(text), events: integer, users: integer },
  memory: (rows, params: Params) =>
    releaseStatsOf(inEnvironments(inRange(allEvents(rows), params), params), params.releases, (some) => ({
      events: some.length,
      users: endUserCount(some),
    })),
});
