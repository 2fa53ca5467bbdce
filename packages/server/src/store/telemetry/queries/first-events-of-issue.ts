import { defineQuery, type EventCursor } from './query.ts';
import { byTimeAndId } from '../engines/memory/rows.ts';
import { eventHeadDuckdb, eventHeadRow } from './parts/event-head.ts';
import { eventsOfIssueDuckdb, someEventsOfIssue, type EventsOfIssue } from './parts/of-issue.ts';

type Params = EventsOfIssue & { after: EventCursor | null; count: number };

/** The same, oldest first. */
export const firstEventsOfIssue = defineQuery({
  sql: {
    duckdb: ({ where }) => `
      select ${eventHeadDuckdb}
      from events
      where ${eventsOfIssueDuckdb(where)}
        and at_ms >= $afterMs::bigint
        and (at_ms > $afterMs::bigint or event_id > $afterId::uuid)
      order by at_ms, event_id
      limit $count::bigint`,
  },
  row: eventHeadRow,
  memory: (rows, { after, count, ...params }: Params) =>
    someEventsOfIssue(rows, params)
      .filter((event) => after === null || byTimeAndId(event, after) > 0)
      .slice(0, count),
});
