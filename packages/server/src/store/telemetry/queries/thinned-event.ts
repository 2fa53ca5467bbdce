import type { EventId, ProjectId } from '@seismo/protocol';
import { defineQuery, issueId } from './query.ts';

interface Params {
  projectId: ProjectId;
  eventId: EventId;
}

/** The issue of an event whose content was removed, while its ID is kept. */
export const thinnedEvent = defineQuery({
  sql: {
    duckdb: `
      select issue_id as "issueId"
      from thinned
      where project_id = $projectId::bigint
        and event_id = $eventId::uuid
      order by 1
      limit 1`,
  },
  row: { issueId },
  memory: ({ thinned }, params: Params) =>
    thinned
      .filter((event) => event.projectId === params.projectId && event.eventId === params.eventId)
      .toSorted((one, other) => one.issueId - other.issueId)
      .slice(0, 1),
});
