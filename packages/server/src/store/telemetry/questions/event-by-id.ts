import { eventHeadDuckdb, eventHeadRow } from './event-head.ts';
import { bytes, text, type Question, type TelemetryEngine } from './question.ts';

export const eventById: Question<'event-by-id'> = {
  sql: {
    duckdb: `
      select ${eventHeadDuckdb}, dist, coalesce(replace(trace_id::varchar, '-', ''), '') as "traceId", body
      from events
      where project_id = $projectId::bigint and event_id = $eventId::uuid
      order by sequence
      limit 1`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectId, eventId }) => ({ projectId, eventId }),
  row: { ...eventHeadRow, dist: text, traceId: text, body: bytes },
};
