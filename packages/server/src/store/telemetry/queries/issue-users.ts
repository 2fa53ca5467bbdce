import type { IssueId, ProjectId } from '@seismo/protocol';
import type { EventCondition } from '../condition.ts';
import { integer, issueId, defineQuery, type Range } from './query.ts';
import { among, groups, endUserCount, within } from '../engines/memory/rows.ts';
import { matches } from '../engines/memory/condition.ts';
import { inScopeDuckdb } from './in-scope.ts';

interface Params {
  projectIds: ProjectId[];
  issueIds: IssueId[];
  environments: string[];
  releases: string[];
  where: EventCondition | null;
  range: Range;
}

/**
 * How many people each of these issues had in the range. Issues with events of nobody known have no row. `users` counts
 * distinct non-empty user keys, exactly.
 */
export const issueUsers = defineQuery({
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
  },
  bind: ({ projectIds, issueIds, environments, releases, range }: Params) => ({
    projectIds,
    issueIds,
    environments,
    releases,
    ...range,
  }),
  row: { issueId, users: integer },
  memory: ({ events }, { projectIds, issueIds, environments, releases, where, range }) =>
    groups(
      events
        .filter(matches(where))
        .filter((event) => projectIds.includes(event.projectId) && issueIds.includes(event.issueId))
        .filter((event) => among(event.release, releases) && event.userKey !== '')
        .filter((event) => among(event.environment, environments) && within(event.atMs, range)),
      (event) => [event.issueId],
    ).map((ofIssue) => ({ issueId: ofIssue[0]!.issueId, users: endUserCount(ofIssue) })),
});
