import type { EventId, ProjectId } from '@seismo/protocol';
import { byTimeAndId } from '../engines/memory/rows.ts';
import { defineQuery, eventId, integer } from './query.ts';

interface Params {
  projectId: ProjectId;
  untilMs: number;
  /** Events that stay. */
  keepIds: EventId[];
  count: number;
}

/** The oldest events before a time, with the bytes of their bodies. */
export const oldEvents = defineQuery({
  sql: {
    duckdb: `
      select event_id as "eventId", body_bytes as "bodyBytes"
      from events
      where project_id = $projectId::bigint and at_ms < $untilMs::bigint
        and event_id not in (select unnest($keepIds::varchar[])::uuid)
      order by at_ms, event_id
      limit $count::bigint`,
  },
  row: { eventId, bodyBytes: integer },
  memory: ({ events }, { projectId, untilMs, keepIds, count }: Params) =>
    events
      .filter((event) => event.projectId === projectId && event.atMs < untilMs && !keepIds.includes(event.eventId))
      .toSorted(byTimeAndId)
      .slice(0, count)
      .map((event) => ({ eventId: event.eventId, bodyBytes: event.body.length })),
});
