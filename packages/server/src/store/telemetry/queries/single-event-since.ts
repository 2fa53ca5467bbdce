import { eventBodyDuckdb, eventBodyRow } from './event-by-id.ts';
import type { Question, TelemetryEngine } from './question.ts';

export const singleEventSince: Question<'single-event-since'> = {
  sql: {
    // Two of them are enough to know, however many bodies there are.
    duckdb: `
      select *
      from (
        select ${eventBodyDuckdb}
        from events
        where project_id = $projectId::bigint
          and issue_id = $issueId::bigint
          and at_ms >= $sinceMs::bigint
        limit 2
      )
      qualify count(*) over () = 1`,
  } satisfies Record<TelemetryEngine, string>,
  bind: (ask) => ({ ...ask }),
  row: eventBodyRow,
};
