import type { EventId, ProjectId } from '@seismo/protocol';
import { defineQuery } from './query.ts';
import { eventBodyDuckdb, eventBodyRow } from './parts/event-head.ts';

interface Params {
  projectId: ProjectId;
  eventId: EventId;
  atMs: number | null;
}

/** The event with its body, or no row. Passing its time avoids reading almost everything else. */
export const eventById = defineQuery({
  sql: {
    // Rows are already in order of arrival; with `order by`, DuckDB would look the row up a second time.
    duckdb: `
      select ${eventBodyDuckdb}
      from events
      where project_id = $projectId::bigint
        and event_id = $eventId::uuid
        and at_ms >= $fromMs::bigint
        and at_ms <= $toMs::bigint
      limit 1`,
  },
  bind: ({ atMs }: Params) => (atMs === null ? {} : { fromMs: atMs, toMs: atMs }),
  isLookUp: true,
  row: eventBodyRow,
  memory: ({ events }, params) =>
    events
      .filter((event) => event.projectId === params.projectId && event.eventId === params.eventId)
      .filter((event) => params.atMs === null || event.atMs === params.atMs)
      .slice(0, 1),
});
