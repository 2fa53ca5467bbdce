import { integer, issueId, type Question, type TelemetryEngine } from './question.ts';

export const lastSeenThrough: Question<'last-seen-through'> = {
  sql: {
    duckdb: `
      select issue_id as "issueId", max(at_ms) as "atMs"
      from events
      where sequence <= $sequence::bigint
        and list_contains($projectIds::bigint[], project_id)
        and list_contains($issueIds::bigint[], issue_id)
      group by issue_id
      order by issue_id`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectIds, issueIds, sequence }) => ({ projectIds, issueIds, sequence }),
  row: { issueId, atMs: integer },
};
