import { integer, text, defineQuery } from './query.ts';
import { releasesOf } from './parts/hash-groups.ts';
import { isOfIssue, type OneIssue } from './parts/of-issue.ts';
import { allEvents, eventStatsOf, groups } from '../engines/memory/rows.ts';

/** The environments in which an issue was seen, `''` among them, in their order. Releases as in `issue-sums`. */
export const issueEnvironments = defineQuery({
  sql: {
    duckdb: ({ events, count, counting }) => `
      with seen as materialized (
        select environment, at_ms, event_id, release, user_hash${counting}
        from ${events}
        where project_id = $projectId::bigint and issue_id = $issueId::bigint
      )
      select
        environment,
        ${count} as events,
        count(distinct user_hash) filter (where user_hash <> 0) as users,
        min(at_ms) as "firstSeenAtMs",
        max(at_ms) as "lastSeenAtMs",
        coalesce(arg_min(release, (at_ms, event_id)) filter (where release <> ''), '') as "firstRelease",
        coalesce(arg_max(release, (at_ms, event_id)) filter (where release <> ''), '') as "lastRelease"
      from seen
      group by environment
      order by environment`,
  },
  fromIssueEvents: (issue: OneIssue) => issue,
  row: {
    environment: text,
    events: integer,
    users: integer,
    firstSeenAtMs: integer,
    lastSeenAtMs: integer,
    firstRelease: text,
    lastRelease: text,
  },
  memory: (rows, issue) =>
    groups(allEvents(rows).filter(isOfIssue(issue)), (event) => [event.environment]).map((ofOne) => ({
      environment: ofOne[0]!.environment,
      ...eventStatsOf(ofOne),
      ...releasesOf(ofOne),
    })),
});
