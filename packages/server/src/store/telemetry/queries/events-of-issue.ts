import { eventHeadDuckdb, eventHeadRow } from './event-head.ts';
import { anyEvent } from './in-scope.ts';
import type { Question, TelemetryEngine } from './question.ts';

export const eventsOfIssue: Question<'events-of-issue'> = {
  sql: {
    duckdb: `
      select ${eventHeadDuckdb}
      from events
      where project_id = $projectId::bigint
        and issue_id = $issueId::bigint
        and at_ms >= $fromMs::bigint
        and at_ms < $toMs::bigint
        and at_ms <= $beforeMs::bigint
        and (at_ms < $beforeMs::bigint or event_id < $beforeId::uuid)
        and (len($environments::varchar[]) = 0 or list_contains($environments::varchar[], environment))
        and ${anyEvent}
      order by at_ms desc, event_id desc
      limit $count::bigint`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectId, issueId, environments, range, before, count }) => ({
    projectId,
    issueId,
    environments,
    fromMs: range?.fromMs ?? Number.MIN_SAFE_INTEGER,
    toMs: range?.toMs ?? Number.MAX_SAFE_INTEGER,
    // No cursor: after every event that there can be.
    beforeMs: before?.atMs ?? Number.MAX_SAFE_INTEGER,
    beforeId: before?.eventId ?? 'f'.repeat(32),
    count,
  }),
  row: eventHeadRow,
};
