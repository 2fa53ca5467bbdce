import type { EventId, ProjectId } from '@seismo/protocol';
import { eventId, defineQuery } from './query.ts';
import { groups } from '../engines/memory/rows.ts';

interface Params {
  projectId: ProjectId;
  eventIds: EventId[];
}

/** Which of these event IDs the project has already, with or without their content. */
export const knownEventIds = defineQuery({
  sql: {
    // The list becomes the small side of a hash join: one pass over two narrow columns for any number of IDs.
    duckdb: `
      select event_id as "eventId"
      from events
      where project_id = $projectId::bigint
        and event_id in (select unnest($eventIds::varchar[])::uuid)
      union
      select event_id
      from thinned
      where project_id = $projectId::bigint
        and event_id in (select unnest($eventIds::varchar[])::uuid)
      order by 1`,
  },
  row: { eventId },
  memory: ({ events, thinned }, params: Params) =>
    groups(
      [...events, ...thinned].filter(
        (event) => event.projectId === params.projectId && params.eventIds.includes(event.eventId),
      ),
      (event) => [event.eventId],
    ).map((alike) => alike[0]!),
});
