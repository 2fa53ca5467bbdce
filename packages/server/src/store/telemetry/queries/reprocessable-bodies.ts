import { integer, bytes, eventId, issueId, defineQuery, type EventCursor } from './query.ts';
import { isReprocessable, reprocessableDuckdb, type Reprocessable } from './parts/reprocessable.ts';
import { byTimeAndId } from '../engines/memory/rows.ts';

type Params = Reprocessable & { before: EventCursor | null; count: number };

/** Those events with their bodies, newest first, keyset-paged. */
export const reprocessableBodies = defineQuery({
  sql: {
    duckdb: `
      select event_id as "eventId", issue_id as "issueId", at_ms as "atMs", body
      from events
      where ${reprocessableDuckdb}
        and at_ms <= $beforeMs::bigint
        and (at_ms < $beforeMs::bigint or event_id < $beforeId::uuid)
      order by at_ms desc, event_id desc
      limit $count::bigint`,
  },
  row: { eventId, issueId, atMs: integer, body: bytes },
  memory: ({ events }, { before, count, ...params }: Params) =>
    events
      .filter(isReprocessable(params))
      .filter((event) => before === null || byTimeAndId(event, before) < 0)
      .sort((a, b) => byTimeAndId(b, a))
      .slice(0, count),
});
