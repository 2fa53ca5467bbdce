import type { ProjectId } from '@seismo/protocol';
import { byTimeAndId } from '../engines/memory/rows.ts';
import { eventHeadDuckdb, eventHeadRow } from './parts/event-head.ts';
import { defineQuery, type EventCursor } from './query.ts';

interface Params {
  projectId: ProjectId;
  after: EventCursor | null;
  count: number;
}

/** All events of a project, oldest first, keyset-paged. */
export const eventsAfter = defineQuery({
  sql: {
    duckdb: `
      select ${eventHeadDuckdb}
      from events
      where project_id = $projectId::bigint
        and at_ms >= $afterMs::bigint
        and (at_ms > $afterMs::bigint or event_id > $afterId::uuid)
      order by at_ms, event_id
      limit $count::bigint`,
  },
  row: eventHeadRow,
  memory: ({ events }, { projectId, after, count }: Params) =>
    events
      .filter((event) => event.projectId === projectId && (after === null || byTimeAndId(event, after) > 0))
      .sort(byTimeAndId)
      .slice(0, count),
});
