import { integer, eventId, defineQuery } from './query.ts';
import { eventsOfIssueDuckdb, someEventsOfIssue, type EventsOfIssue } from './parts/of-issue.ts';

/** The position of the newest of these events, if any. */
export const newestOfIssue = defineQuery({
  sql: {
    // A maximum instead of the first of a sorted list, for which DuckDB would look the row up a second time.
    duckdb: ({ where }) => `
      with newest as (
        select max({at_ms: at_ms, event_id: event_id}) as place
        from events
        where ${eventsOfIssueDuckdb(where)}
      )
      select place.event_id as "eventId", place.at_ms as "atMs"
      from newest
      where place is not null`,
  },
  isLookUp: true,
  row: { eventId, atMs: integer },
  memory: (rows, params: EventsOfIssue) => someEventsOfIssue(rows, params).slice(-1),
});
