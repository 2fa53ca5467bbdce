import { anyEvent, inRangeDuckdb } from './in-scope.ts';
import { integer, issueId, orNull, type Question, type TelemetryEngine } from './question.ts';

export const issueFigures: Question<'issue-figures'> = {
  sql: {
    // One scan for both, which reading the columns of a million events is most of. The events of the issues are gathered
    // before their own condition is asked, which may be dear: together, DuckDB would ask it of all events.
    duckdb: `
      with of_issues as materialized (
        select *
        from events
        where ${inRangeDuckdb}
          and issue_id in (select unnest($issueIds::bigint[]))
      ),
      seen as materialized (
        select issue_id, at_ms, user_hash
        from of_issues
        where ${anyEvent}
      )
      select
        issue_id as "issueId",
        at_ms - (at_ms % $bucketMs::bigint + $bucketMs::bigint) % $bucketMs::bigint as "bucketAtMs",
        count(*) as events,
        0 as users
      from seen
      group by 1, 2
      union all
      select issue_id, null, 0, count(*)
      from (select distinct issue_id, user_hash from seen where user_hash <> 0)
      group by issue_id
      order by 1, 2 nulls last`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectIds, issueIds, environments, releases, range, bucketMs }) => ({
    projectIds,
    issueIds,
    environments,
    releases,
    bucketMs,
    ...range,
  }),
  row: { issueId, bucketAtMs: orNull(integer), events: integer, users: integer },
};
