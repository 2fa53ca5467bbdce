import { inScopeDuckdb } from './in-scope.ts';
import { integer, issueId, type Question, type TelemetryEngine } from './question.ts';

export const issueUsers: Question<'issue-users'> = {
  sql: {
    // Pairs first, then their count: one hash table for all issues, where a distinct count keeps one for each. What was
    // found is gathered before: a scan hands on every 2,048 rows the few that match, and telling those apart costs per call.
    duckdb: `
      with seen as materialized (
        select issue_id, user_hash
        from events
        where ${inScopeDuckdb}
          and issue_id in (select unnest($issueIds::bigint[]))
      )
      select issue_id as "issueId", count(*) as users
      from (select distinct issue_id, user_hash from seen where user_hash <> 0)
      group by issue_id
      order by issue_id`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectIds, issueIds, environments, releases, range }) => ({
    projectIds,
    issueIds,
    environments,
    releases,
    ...range,
  }),
  row: { issueId, users: integer },
};
