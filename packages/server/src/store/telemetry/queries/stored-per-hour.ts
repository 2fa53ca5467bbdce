import { integer, projectId, type Question, type TelemetryEngine } from './question.ts';

export const storedPerHour: Question<'stored-per-hour'> = {
  sql: {
    duckdb: `
      select project_id as "projectId", at_ms - (at_ms % 3600000 + 3600000) % 3600000 as "hourAtMs", sum(quantity) as events
      from ledger
      where at_ms >= $fromMs::bigint
        and at_ms < $toMs::bigint
        and list_contains($projectIds::bigint[], project_id)
        and item_kind = 'event'
        and outcome = 'stored'
      group by 1, 2
      having sum(quantity) <> 0
      order by 1, 2`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectIds, range }) => ({ projectIds, ...range }),
  row: { projectId, hourAtMs: integer, events: integer },
};
