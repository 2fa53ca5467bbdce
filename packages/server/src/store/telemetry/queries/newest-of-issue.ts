import { anyEvent } from './in-scope.ts';
import { eventId, integer, type Question, type TelemetryEngine } from './question.ts';

export const newestOfIssue: Question<'newest-of-issue'> = {
  sql: {
    // A maximum instead of the first of a sorted list, for which DuckDB would look the row up a second time.
    duckdb: `
      with newest as (
        select max({at_ms: at_ms, event_id: event_id}) as place
        from events
        where project_id = $projectId::bigint
          and issue_id = $issueId::bigint
          and at_ms >= $fromMs::bigint
          and at_ms < $toMs::bigint
          and (len($environments::varchar[]) = 0 or list_contains($environments::varchar[], environment))
          and ${anyEvent}
      )
      select place.event_id as "eventId", place.at_ms as "atMs"
      from newest
      where place is not null`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectId, issueId, environments, range }) => ({
    projectId,
    issueId,
    environments,
    fromMs: range?.fromMs ?? Number.MIN_SAFE_INTEGER,
    toMs: range?.toMs ?? Number.MAX_SAFE_INTEGER,
  }),
  row: { eventId, atMs: integer },
};
