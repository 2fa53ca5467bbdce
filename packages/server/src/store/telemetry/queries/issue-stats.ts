import { integer, orNull, issueId, defineQuery } from './query.ts';
import { issueSeries, type IssueSeriesParams } from './issue-series.ts';
import { groups } from '../engines/memory/rows.ts';
import { anyEvent, inRangeDuckdb } from './in-scope.ts';
import { issueUsers } from './issue-users.ts';

type Params = IssueSeriesParams;

/**
 * What `issue-series` and `issue-users` answer, in one go. Per issue its buckets with their events and no people, then a
 * row without a bucket that counts its people, if any.
 */
export const issueStats = defineQuery({
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
  },
  row: { issueId, bucketAtMs: orNull(integer), events: integer, users: integer },
  memory: (rows, params: Params) => {
    const series = issueSeries.memory(rows, params).map((row) => ({ ...row, users: 0 }));
    const people = issueUsers.memory(rows, params).map((row) => ({ ...row, bucketAtMs: null, events: 0 }));
    return groups([...series, ...people], ({ issueId }) => [issueId]).flat();
  },
});
