import { integer, issueId, defineQuery } from './query.ts';
import { groups, endUserCount } from '../engines/memory/rows.ts';
import { eventsInScope, inScopeDuckdb } from './parts/in-scope.ts';
import type { IssuesInScope } from './issue-series.ts';

/**
 * How many users each of these issues had in the range. Issues without known users have no row. `users` counts distinct
 * non-empty user keys, exactly.
 */
export const issueUsers = defineQuery({
  sql: {
    // Distinct pairs first, then their count: one hash table for all issues, where `count(distinct)` needs one for
    // each. Materialize before: a scan passes on the few matches of every 2,048 rows, and deduplicating them costs per
    // call.
    duckdb: ({ where, events }) => `
      with seen as materialized (
        select issue_id, user_hash
        from ${events}
        where ${inScopeDuckdb(where)}
          and issue_id in (select unnest($issueIds::bigint[]))
      )
      select issue_id as "issueId", count(*) as users
      from (select distinct issue_id, user_hash from seen where user_hash <> 0)
      group by issue_id
      order by issue_id`,
  },
  row: { issueId, users: integer },
  memory: (rows, { issueIds, ...scope }: IssuesInScope) =>
    groups(
      eventsInScope(rows, scope).filter((event) => issueIds.includes(event.issueId) && event.userKey !== ''),
      (event) => [event.issueId],
    ).map((ofIssue) => ({ issueId: ofIssue[0]!.issueId, users: endUserCount(ofIssue) })),
});
