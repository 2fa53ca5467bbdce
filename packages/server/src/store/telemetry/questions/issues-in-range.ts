import { inScopeDuckdb } from './in-scope.ts';
import { integer, issueId, type Question, type TelemetryEngine } from './question.ts';

export const issuesInRange: Question<'issues-in-range'> = {
  sql: {
    duckdb: `
      select issue_id as "issueId", count(*) as events
      from events
      where ${inScopeDuckdb}
      group by issue_id
      order by issue_id`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectIds, environments, releases, range }) => ({ projectIds, environments, releases, ...range }),
  row: { issueId, events: integer },
};
