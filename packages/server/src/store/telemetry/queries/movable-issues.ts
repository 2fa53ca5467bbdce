import { allEvents, groups } from '../engines/memory/rows.ts';
import { defineQuery, issueId, projectId } from './query.ts';

type Params = Record<string, never>;

/** Issues with `groups-by-map`. */
export const movableIssues = defineQuery({
  sql: {
    duckdb: ({ events }) => `
      select distinct project_id as "projectId", issue_id as "issueId"
      from ${events}
      where mapped_hash >= '0' and mapped_hash <> hash
      order by project_id, issue_id`,
  },
  row: { projectId, issueId },
  memory: (rows, _params: Params) =>
    groups(
      allEvents(rows).filter(({ hash, mappedHash }) => mappedHash !== '' && mappedHash !== hash),
      (event) => [event.projectId, event.issueId],
    ).map((ofIssue) => ofIssue[0]!),
});
