import { groups } from '../engines/memory/rows.ts';
import { defineQuery, issueId, projectId } from './query.ts';

interface Params {
  eventsOver: number;
}

/** Issues with more than so many events. */
export const largeIssues = defineQuery({
  sql: {
    duckdb: `
      select project_id as "projectId", issue_id as "issueId"
      from events
      group by project_id, issue_id
      having count(*) > $eventsOver::bigint
      order by project_id, issue_id`,
  },
  row: { projectId, issueId },
  memory: ({ events }, { eventsOver }: Params) =>
    groups(events, (event) => [event.projectId, event.issueId]).flatMap((ofIssue) =>
      ofIssue.length > eventsOver ? ofIssue.slice(0, 1) : [],
    ),
});
