import { eventHeadDuckdb, eventHeadRow } from './event-head.ts';
import { anyEvent } from './in-scope.ts';
import { text, type Question, type TelemetryEngine } from './question.ts';

export const linkedEvents: Question<'linked-events'> = {
  sql: {
    duckdb: `
      select
        ${eventHeadDuckdb},
        coalesce(replace(trace_id::varchar, '-', ''), '') as "traceId",
        digest
      from events
      where list_contains($projectIds::bigint[], project_id) and ${anyEvent}
      order by at_ms desc, event_id desc
      limit $count::bigint`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectIds, count }) => ({ projectIds, count }),
  row: { ...eventHeadRow, traceId: text, digest: text },
};
