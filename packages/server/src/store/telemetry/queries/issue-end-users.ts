import type { IssueId, ProjectId } from '@seismo/protocol';
import { text, defineQuery } from './query.ts';
import { groups } from '../engines/memory/rows.ts';

interface Params {
  projectId: ProjectId;
  issueId: IssueId;
}

/** The people of an issue, in the order of their keys. */
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
  bind: (params: Params) => ({ ...params }),
  row: { userKey: text },
  memory: ({ events }, { projectId, issueId }) =>
    groups(
      events.filter((event) => event.projectId === projectId && event.issueId === issueId && event.userKey !== ''),
      (event) => [event.userKey],
    ).map(([event]) => ({ userKey: event!.userKey })),
});
