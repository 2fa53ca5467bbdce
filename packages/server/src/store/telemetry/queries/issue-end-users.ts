import { text, defineQuery } from './query.ts';
import { isOfIssue, type OneIssue } from './parts/of-issue.ts';
import { groups } from '../engines/memory/rows.ts';

/** The end users of an issue, by key. */
export const issueEndUsers = defineQuery({
  sql: {
    duckdb: `
      select distinct user_key as "userKey"
      from events
      where project_id = $projectId::bigint
        and issue_id = $issueId::bigint
        and user_key <> ''
      order by user_key`,
  },
  row: { userKey: text },
  memory: ({ events }, issue: OneIssue) =>
    groups(events.filter(isOfIssue(issue)), (event) => [event.userKey])
      .map((ofUser) => ofUser[0]!)
      .filter(({ userKey }) => userKey !== ''),
});
