import { text, defineQuery } from './query.ts';
import { isOfIssue, type OneIssue } from './parts/of-issue.ts';
import { allEvents, groups } from '../engines/memory/rows.ts';

/** The end users of an issue, by key, of events whose IDs are known. */
export const issueEndUsers = defineQuery({
  sql: {
    duckdb: ({ events }) => `
      select distinct user_key as "userKey"
      from ${events}
      where project_id = $projectId::bigint
        and issue_id = $issueId::bigint
        and user_key <> ''
      order by user_key`,
  },
  row: { userKey: text },
  memory: (rows, issue: OneIssue) =>
    groups(allEvents(rows).filter(isOfIssue(issue)), (event) => [event.userKey])
      .map((ofUser) => ofUser[0]!)
      .filter(({ userKey }) => userKey !== ''),
});
