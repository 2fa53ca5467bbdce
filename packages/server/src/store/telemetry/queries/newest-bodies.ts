import { bytes, eventId, integer, issueId, type Question, type TelemetryEngine } from './question.ts';

export const newestBodies: Question<'newest-bodies'> = {
  sql: {
    duckdb: `
      select event_id as "eventId", issue_id as "issueId", at_ms as "atMs", body
      from events
      where project_id = $projectId::bigint
      order by at_ms desc, event_id desc
      limit $count::bigint`,
  } satisfies Record<TelemetryEngine, string>,
  bind: (ask) => ({ ...ask }),
  row: { eventId, issueId, atMs: integer, body: bytes },
};
