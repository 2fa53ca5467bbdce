import { eventHeadDuckdb, eventHeadRow } from './event-head.ts';
import { bytes, text, type Question, type TelemetryEngine } from './question.ts';

export const eventById: Question<'event-by-id'> = {
  sql: {
    // Rows come in the order of arrival by themselves; asked to sort, DuckDB would look the row up a second time.
    duckdb: `
      select ${eventHeadDuckdb}, dist, coalesce(replace(trace_id::varchar, '-', ''), '') as "traceId", body
      from events
      where project_id = $projectId::bigint
        and event_id = $eventId::uuid
        and at_ms >= $fromMs::bigint
        and at_ms <= $toMs::bigint
      limit 1`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectId, eventId, atMs }) => ({
    projectId,
    eventId,
    fromMs: atMs ?? Number.MIN_SAFE_INTEGER,
    toMs: atMs ?? Number.MAX_SAFE_INTEGER,
  }),
  row: { ...eventHeadRow, dist: text, traceId: text, body: bytes },
};
