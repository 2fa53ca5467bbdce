import type { IssueId, ProjectId } from '@seismo/protocol';
import type { EventCondition } from '../condition.ts';
import { integer, eventId, defineQuery, type Range } from './query.ts';
import { among, byTimeAndId, within } from '../engines/memory/rows.ts';
import { matches } from '../engines/memory/condition.ts';
import { anyEvent } from './in-scope.ts';

interface Params {
  projectId: ProjectId;
  issueId: IssueId;
  environments: string[];
  range: Range | null;
  where: EventCondition | null;
}

/** Where the newest of these events stands, if there are any. */
export const newestOfIssue = defineQuery({
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
  },
  bind: ({ projectId, issueId, environments, range }: Params) => ({
    projectId,
    issueId,
    environments,
    fromMs: range?.fromMs ?? Number.MIN_SAFE_INTEGER,
    toMs: range?.toMs ?? Number.MAX_SAFE_INTEGER,
  }),
  row: { eventId, atMs: integer },
  memory: ({ events }, { projectId, issueId, environments, range, where }) =>
    events
      .filter(matches(where))
      .filter((event) => event.projectId === projectId && event.issueId === issueId)
      .filter((event) => among(event.environment, environments) && (range === null || within(event.atMs, range)))
      .sort(byTimeAndId)
      .slice(-1)
      .map(({ eventId, atMs }) => ({ eventId, atMs })),
});
