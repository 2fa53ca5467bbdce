import { integer, orNull, issueId, defineQuery } from './query.ts';
import type { IssueSeriesParams } from './issue-series.ts';
import { bucketOf, endUserCount, groups } from '../engines/memory/rows.ts';
import { eventsInScope, inRangeDuckdb } from './parts/in-scope.ts';

type Params = IssueSeriesParams;

/**
 * `issue-series` and `issue-users` in one query: per issue a row for each bucket with its events and no users, then a
 * row without a bucket with the number of users, if any.
 */
export const issueStats = defineQuery({
  sql: {
    // One scan for both, because most of the time goes into reading columns. The issue's events are materialized before
    // their condition, which may be expensive: otherwise DuckDB would evaluate it for all events.
    duckdb: ({ where, events, count, counting }) => `
      with of_issues as materialized (
        select *
        from ${events}
        where ${inRangeDuckdb}
          and issue_id in (select unnest($issueIds::bigint[]))
      ),
      seen as materialized (
        select issue_id, at_ms, user_hash${counting}
        from of_issues
        where ${where}
      )
      select
        issue_id as "issueId",
        at_ms - (at_ms % $bucketMs::bigint + $bucketMs::bigint) % $bucketMs::bigint as "bucketAtMs",
        ${count} as events,
        0 as users
      from seen
      group by 1, 2
      union all
      select issue_id, null, 0, count(*)
      from (select distinct issue_id, user_hash from seen where user_hash <> 0)
      group by issue_id
      order by 1, 2 nulls last`,
  },
  fromIssueEvents: ({ projectIds: [projectId, ...otherProjects], issueIds: [issueId, ...others], where }: Params) =>
    projectId !== undefined && issueId !== undefined && otherProjects.length + others.length === 0 && where === null
      ? { projectId, issueId }
      : null,
  row: { issueId, bucketAtMs: orNull(integer), events: integer, users: integer },
  memory: (rows, { issueIds, bucketMs, ...scope }) =>
    groups(
      eventsInScope(rows, scope).filter((event) => issueIds.includes(event.issueId)),
      (event) => [event.issueId],
    ).flatMap((ofIssue) => {
      const { issueId } = ofIssue[0]!;
      const bars = groups(ofIssue, ({ atMs }) => [bucketOf(atMs, bucketMs)]).map((ofBucket) => ({
        issueId,
        bucketAtMs: bucketOf(ofBucket[0]!.atMs, bucketMs),
        events: ofBucket.length,
        users: 0,
      }));
      const users = endUserCount(ofIssue);
      return users > 0 ? [...bars, { issueId, bucketAtMs: null, events: 0, users }] : bars;
    }),
});
