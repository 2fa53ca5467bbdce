import type { EventId, ProjectId } from '@seismo/protocol';
import { eventId, issueId, projectId, defineQuery } from './query.ts';
import { groups } from '../engines/memory/rows.ts';

interface Params {
  projectIds: ProjectId[];
  eventId: EventId;
}

/** Finds an event ID in these projects (for the command palette). */
export const findEvent = defineQuery({
  sql: {
    duckdb: `
      select project_id as "projectId", issue_id as "issueId", event_id as "eventId"
      from events
      where event_id = $eventId::uuid and list_contains($projectIds::bigint[], project_id)
      order by project_id, issue_id`,
  },
  row: { projectId, issueId, eventId },
  memory: ({ events }, params: Params) =>
    groups(
      events.filter((event) => event.eventId === params.eventId && params.projectIds.includes(event.projectId)),
      (event) => [event.projectId, event.issueId],
    ).flat(),
});
