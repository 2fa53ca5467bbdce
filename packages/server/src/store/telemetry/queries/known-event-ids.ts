import type { EventId, ProjectId } from '@seismo/protocol';
import { eventId, defineQuery } from './query.ts';
import { groups } from '../engines/memory/rows.ts';

interface Params {
  projectId: ProjectId;
  eventIds: EventId[];
}

/** Which of these event IDs the project has already. */
export const knownEventIds = defineQuery({
  sql: {
    // The list becomes the small side of a hash join: one pass over two narrow columns for any number of IDs.
    duckdb: `
      select distinct event_id as "eventId"
      from events
      where project_id = $projectId::bigint
        and event_id in (select unnest($eventIds::varchar[])::uuid)
      order by event_id`,
  },
  row: { eventId },
  memory: ({ events }, params: Params) =>
    groups(
      events.filter((event) => event.projectId === params.projectId && params.eventIds.includes(event.eventId)),
      (event) => [event.eventId],
    ).map((alike) => alike[0]!),
});
