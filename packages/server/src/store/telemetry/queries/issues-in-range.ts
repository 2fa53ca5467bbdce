import { inScopeDuckdb } from './in-scope.ts';
import { integer, issueId, type Question, type TelemetryEngine } from './question.ts';

export const issuesInRange: Question<'issues-in-range'> = {
  sql: {
    duckdb: `
      select issue_id as "issueId", count(*) as events, max(sequence) as "lastSequence"
      from events
      where ${inScopeDuckdb}
        and sequence > $sinceSequence::bigint
      group by issue_id
      order by issue_id`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectIds, environments, releases, range, sinceSequence }) => ({
    projectIds,
    environments,
    releases,
    sinceSequence: sinceSequence ?? -1,
    ...range,
  }),
  row: { issueId, events: integer, lastSequence: integer },
};
