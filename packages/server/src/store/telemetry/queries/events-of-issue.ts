import { defineQuery, type EventCursor } from './query.ts';
import { byTimeAndId } from '../engines/memory/rows.ts';
import { eventHeadDuckdb, eventHeadRow } from './parts/event-head.ts';
import { eventsOfIssueDuckdb, someEventsOfIssue, type EventsOfIssue } from './parts/of-issue.ts';

type Params = EventsOfIssue & { before: EventCursor | null; count: number };

/** Events of an issue, newest first, keyset-paged. `environments: []` means all. */
export const eventsOfIssue = defineQuery({
  sql: {
    duckdb: ({ where }) => `
      select ${eventHeadDuckdb}
      from events
      where ${eventsOfIssueDuckdb(where)}
        and at_ms <= $beforeMs::bigint
        and (at_ms < $beforeMs::bigint or event_id < $beforeId::uuid)
      order by at_ms desc, event_id desc
      limit $count::bigint`,
  },
  row: eventHeadRow,
  memory: (rows, { before, count, ...params }: Params) =>
    someEventsOfIssue(rows, params)
      .filter((event) => before === null || byTimeAndId(event, before) < 0)
      .reverse()
      .slice(0, count),
});
