import { integer, orNull, eventId, defineQuery, type EventCursor } from './query.ts';
import { byTimeAndId } from '../engines/memory/rows.ts';
import { eventsOfIssueDuckdb, someEventsOfIssue, type EventsOfIssue } from './parts/of-issue.ts';

type Params = EventsOfIssue & { at: EventCursor };

/**
 * The neighbors of one event within its issue, by time; `position` counts the events up to and including `at`. One row;
 * `null` for a missing neighbor. `first` and `last` are the oldest and newest event.
 */
export const eventNeighbors = defineQuery({
  sql: {
    // The issue's rows are gathered first: comparing places costs per call of the scan, which finds a few rows each time.
    duckdb: ({ where }) => `
      with places as materialized (
        select at_ms, event_id
        from events
        where ${eventsOfIssueDuckdb(where)}
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
  },
  bind: ({ at }: Params) => ({ ...at }),
  fromIssueEvents: (params: Params) => (params.where === null ? params : null),
  row: {
    previous: orNull(eventId),
    next: orNull(eventId),
    first: orNull(eventId),
    last: orNull(eventId),
    position: integer,
    total: integer,
  },
  memory: (rows, { at, ...params }) => {
    const sorted = someEventsOfIssue(rows, params);
    return [
      {
        previous: sorted.findLast((event) => byTimeAndId(event, at) < 0)?.eventId ?? null,
        next: sorted.find((event) => byTimeAndId(event, at) > 0)?.eventId ?? null,
        first: sorted[0]?.eventId ?? null,
        last: sorted.at(-1)?.eventId ?? null,
        position: sorted.filter((event) => byTimeAndId(event, at) <= 0).length,
        total: sorted.length,
      },
    ];
  },
});
