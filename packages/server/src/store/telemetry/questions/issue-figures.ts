import { inScopeDuckdb } from './in-scope.ts';
import { integer, issueId, orNull, type Question, type TelemetryEngine } from './question.ts';

export const issueFigures: Question<'issue-figures'> = {
  sql: {
    // One scan for both, which reading the columns of a million events is most of.
    duckdb: `
      with seen as materialized (
        select issue_id, at_ms, user_key
        from events
        where ${inScopeDuckdb}
          and issue_id in (select unnest($issueIds::bigint[]))
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
      from (select distinct issue_id, user_key from seen where user_key <> '')
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
