import type { IssueId, ProjectId } from '@seismo/protocol';
import { allEvents, groups } from '../engines/memory/rows.ts';
import { issueId, text, defineQuery } from './query.ts';

interface Params {
  projectId: ProjectId;
  issueIds: IssueId[];
  userKeys: string[];
}

/** Which of these end users have events of which of these issues. */
export const endUsersOfIssues = defineQuery({
  sql: {
    duckdb: ({ events }) => `
      select distinct issue_id as "issueId", user_key as "userKey"
      from ${events}
      where project_id = $projectId::bigint
        and issue_id in (select unnest($issueIds::bigint[]))
        and user_key in (select unnest($userKeys::varchar[]))
      order by issue_id, user_key`,
  },
  row: { issueId, userKey: text },
  memory: (rows, { projectId, issueIds, userKeys }: Params) =>
    groups(
      allEvents(rows).filter(
        (row) => row.projectId === projectId && issueIds.includes(row.issueId) && userKeys.includes(row.userKey),
      ),
      (row) => [row.issueId, row.userKey],
    ).map((alike) => alike[0]!),
});
