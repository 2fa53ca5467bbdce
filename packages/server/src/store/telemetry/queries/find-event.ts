import { eventId, issueId, projectId, type Question, type TelemetryEngine } from './question.ts';

export const findEvent: Question<'find-event'> = {
  sql: {
    duckdb: `
      select project_id as "projectId", issue_id as "issueId", event_id as "eventId"
      from events
      where event_id = $eventId::uuid and list_contains($projectIds::bigint[], project_id)
      order by project_id, issue_id`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectIds, eventId }) => ({ projectIds, eventId }),
  row: { projectId, issueId, eventId },
};
