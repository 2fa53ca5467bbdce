import { eventHeadDuckdb, eventHeadRow } from './event-head.ts';
import { bytes, text, type Question, type TelemetryEngine } from './question.ts';

/** An event with its body, which several questions answer with: the same in SQL and in reading. */
export const eventBodyDuckdb = `${eventHeadDuckdb},
    dist,
    coalesce(replace(trace_id::varchar, '-', ''), '') as "traceId",
    digest,
    body`;

export const eventBodyRow = { ...eventHeadRow, dist: text, traceId: text, digest: text, body: bytes };

export const eventById: Question<'event-by-id'> = {
  sql: {
    // Rows come in the order of arrival by themselves; asked to sort, DuckDB would look the row up a second time.
    duckdb: `
      select ${eventBodyDuckdb}
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
  row: eventBodyRow,
};
