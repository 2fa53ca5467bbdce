import type { EventId, ProjectId } from '@seismo/protocol';
import { defineQuery } from './query.ts';
import { bodyOf, eventBodyDuckdb, eventBodyRow } from './event-head.ts';

interface Params {
  projectId: ProjectId;
  eventId: EventId;
  atMs: number | null;
}

/** The event with its body, or no row. Whoever knows its time says it: then hardly anything has to be read. */
export const eventById = defineQuery({
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
  },
  bind: ({ projectId, eventId, atMs }: Params) => ({
    projectId,
    eventId,
    fromMs: atMs ?? Number.MIN_SAFE_INTEGER,
    toMs: atMs ?? Number.MAX_SAFE_INTEGER,
  }),
  row: eventBodyRow,
  memory: ({ events }, params) =>
    events
      .filter((event) => event.projectId === params.projectId && event.eventId === params.eventId)
      .filter((event) => params.atMs === null || event.atMs === params.atMs)
      .slice(0, 1)
      .map(bodyOf),
});
