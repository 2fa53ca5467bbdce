import { allEvents, groups, isStored } from '../engines/memory/rows.ts';
import { defineQuery, issueId, projectId } from './query.ts';

interface Params {
  eventsOver: number;
}

/** Issues with more than so many events, or with thinned ones. */
export const largeIssues = defineQuery({
  sql: {
    duckdb: `
      select project_id as "projectId", issue_id as "issueId"
      from events
      group by project_id, issue_id
      having count(*) > $eventsOver::bigint
      union
      select project_id, issue_id
      from thinned
      union
      select project_id, issue_id
      from counts
      order by 1, 2`,
  },
  row: { projectId, issueId },
  memory: (rows, { eventsOver }: Params) =>
    groups(allEvents(rows), (event) => [event.projectId, event.issueId]).flatMap((ofIssue) =>
      ofIssue.length > eventsOver || ofIssue.some((event) => !isStored(event)) ? ofIssue.slice(0, 1) : [],
    ),
});
