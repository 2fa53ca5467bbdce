import { eventHeadDuckdb, eventHeadRow } from './event-head.ts';
import { anyEvent } from './in-scope.ts';
import type { Question, TelemetryEngine } from './question.ts';

export const firstEventsOfIssue: Question<'first-events-of-issue'> = {
  sql: {
    duckdb: `
      select ${eventHeadDuckdb}
      from events
      where project_id = $projectId::bigint
        and issue_id = $issueId::bigint
        and at_ms >= $fromMs::bigint
        and at_ms < $toMs::bigint
        and at_ms >= $afterMs::bigint
        and (at_ms > $afterMs::bigint or event_id > $afterId::uuid)
        and (len($environments::varchar[]) = 0 or list_contains($environments::varchar[], environment))
        and ${anyEvent}
      order by at_ms, event_id
      limit $count::bigint`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectId, issueId, environments, range, after, count }) => ({
    projectId,
    issueId,
    environments,
    fromMs: range?.fromMs ?? Number.MIN_SAFE_INTEGER,
    toMs: range?.toMs ?? Number.MAX_SAFE_INTEGER,
    // No cursor: before every event that there can be.
    afterMs: after?.atMs ?? Number.MIN_SAFE_INTEGER,
    afterId: after?.eventId ?? '0'.repeat(32),
    count,
  }),
  row: eventHeadRow,
};
