import type { IssueId, ProjectId } from '@seismo/protocol';
import { integer, issueId, defineQuery } from './query.ts';
import { allEvents, groups } from '../engines/memory/rows.ts';

interface Params {
  projectIds: ProjectId[];
  issueIds: IssueId[];
  sequence: number;
}

/** When each of these issues was last seen in batches up to this one; issues without events have no row. */
export const lastSeenThrough = defineQuery({
  sql: {
    duckdb: ({ events }) => `
      select issue_id as "issueId", max(at_ms) as "atMs"
      from ${events}
      where sequence <= $sequence::bigint
        and list_contains($projectIds::bigint[], project_id)
        and list_contains($issueIds::bigint[], issue_id)
      group by issue_id
      order by issue_id`,
  },
  row: { issueId, atMs: integer },
  memory: (rows, { projectIds, issueIds, sequence }: Params) =>
    groups(
      allEvents(rows).filter(
        (event) =>
          event.sequence <= sequence && projectIds.includes(event.projectId) && issueIds.includes(event.issueId),
      ),
      (event) => [event.issueId],
    ).map((ofIssue) => ({
      issueId: ofIssue[0]!.issueId,
      atMs: Math.max(...ofIssue.map((event) => event.atMs)),
    })),
});
