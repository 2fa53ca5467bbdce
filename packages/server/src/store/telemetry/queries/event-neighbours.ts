import { anyEvent } from './in-scope.ts';
import { eventId, integer, orNull, type Question, type TelemetryEngine } from './question.ts';

export const eventNeighbours: Question<'event-neighbours'> = {
  sql: {
    // The issue's rows are gathered first: comparing places costs per call of the scan, which finds a few rows each time.
    duckdb: `
      with places as materialized (
        select at_ms, event_id
        from events
        where project_id = $projectId::bigint
          and issue_id = $issueId::bigint
          and at_ms >= $fromMs::bigint
          and at_ms < $toMs::bigint
          and ${anyEvent}
          and (len($environments::varchar[]) = 0 or list_contains($environments::varchar[], environment))
      )
      select
        (max(place) filter (where place < here)).event_id as previous,
        (min(place) filter (where place > here)).event_id as next,
        min(place).event_id as first,
        max(place).event_id as last,
        count(*) filter (where place <= here) as position,
        count(*) as total
      from (
        select
          {at_ms: at_ms, event_id: event_id} as place,
          {at_ms: $atMs::bigint, event_id: $eventId::uuid} as here
        from places
      )`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectId, issueId, at, environments, range }) => ({
    projectId,
    issueId,
    atMs: at.atMs,
    eventId: at.eventId,
    fromMs: range?.fromMs ?? Number.MIN_SAFE_INTEGER,
    toMs: range?.toMs ?? Number.MAX_SAFE_INTEGER,
    environments,
  }),
  row: {
    previous: orNull(eventId),
    next: orNull(eventId),
    first: orNull(eventId),
    last: orNull(eventId),
    position: integer,
    total: integer,
  },
};
