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
        and at_ms <= $beforeMs::bigint
        and (at_ms < $beforeMs::bigint or event_id < $beforeId::uuid)
      order by at_ms desc, event_id desc
      limit $count::bigint`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectIds, before, count }) => ({
    projectIds,
    beforeMs: before?.atMs ?? Number.MAX_SAFE_INTEGER,
    beforeId: before?.eventId ?? 'f'.repeat(32),
    count,
  }),
  row: { ...eventHeadRow, traceId: text, digest: text },
};
