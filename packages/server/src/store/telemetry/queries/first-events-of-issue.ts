import type { IssueId, ProjectId } from '@seismo/protocol';
import type { EventCondition } from '../condition.ts';
import { defineQuery, type Range, type EventCursor } from './query.ts';
import { among, byTimeAndId, within } from '../engines/memory/rows.ts';
import { matches } from '../engines/memory/condition.ts';
import { headOf, eventHeadDuckdb, eventHeadRow } from './event-head.ts';
import { anyEvent } from './in-scope.ts';

interface Params {
  projectId: ProjectId;
  issueId: IssueId;
  environments: string[];
  range: Range | null;
  where: EventCondition | null;
  after: EventCursor | null;
  count: number;
}

/** The same, oldest first. */
export const firstEventsOfIssue = defineQuery({
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
  },
  bind: ({ projectId, issueId, environments, range, after, count }: Params) => ({
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
  memory: ({ events }, { projectId, issueId, environments, range, where, after, count }) =>
    events
      .filter(matches(where))
      .filter((event) => event.projectId === projectId && event.issueId === issueId)
      .filter((event) => among(event.environment, environments) && (range === null || within(event.atMs, range)))
      .filter((event) => after === null || byTimeAndId(event, after) > 0)
      .sort(byTimeAndId)
      .slice(0, count)
      .map(headOf),
});
