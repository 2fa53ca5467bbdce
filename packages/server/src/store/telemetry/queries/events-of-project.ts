import { eventHeadDuckdb, eventHeadRow } from './event-head.ts';
import { anyEvent } from './in-scope.ts';
import type { Question, TelemetryEngine } from './question.ts';

export const eventsOfProject: Question<'events-of-project'> = {
  sql: {
    duckdb: `
      select ${eventHeadDuckdb}
      from events
      where project_id = $projectId::bigint
        and at_ms <= $beforeMs::bigint
        and (at_ms < $beforeMs::bigint or event_id < $beforeId::uuid)
        and ${anyEvent}
      order by at_ms desc, event_id desc
      limit $count::bigint`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectId, before, count }) => ({
    projectId,
    beforeMs: before?.atMs ?? Number.MAX_SAFE_INTEGER,
    beforeId: before?.eventId ?? 'f'.repeat(32),
    count,
  }),
  row: eventHeadRow,
};
