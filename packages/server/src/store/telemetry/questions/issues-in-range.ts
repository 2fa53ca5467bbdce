import { integer, issueId, type Question, type TelemetryEngine } from './question.ts';

export const issuesInRange: Question<'issues-in-range'> = {
  sql: {
    duckdb: `
      select issue_id as "issueId", count(*) as events
      from events
      where at_ms >= $fromMs::bigint
        and at_ms < $toMs::bigint
        and list_contains($projectIds::bigint[], project_id)
        and (len($environments::varchar[]) = 0 or list_contains($environments::varchar[], environment))
        and (len($releases::varchar[]) = 0 or list_contains($releases::varchar[], release))
      group by issue_id
      order by issue_id`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectIds, environments, releases, range }) => ({ projectIds, environments, releases, ...range }),
  row: { issueId, events: integer },
};
