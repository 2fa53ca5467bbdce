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
  before: EventCursor | null;
  count: number;
}

/** Events of an issue, newest first, keyset-paged. `environments: []` means all. */
export const eventsOfIssue = defineQuery({
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
  },
  bind: ({ projectId, issueId, environments, range, before, count }: Params) => ({
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
  memory: ({ events }, { projectId, issueId, environments, range, where, before, count }) =>
    events
      .filter(matches(where))
      .filter((event) => event.projectId === projectId && event.issueId === issueId)
      .filter((event) => among(event.environment, environments) && (range === null || within(event.atMs, range)))
      .filter((event) => before === null || byTimeAndId(event, before) < 0)
      .sort((a, b) => byTimeAndId(b, a))
      .slice(0, count)
      .map(headOf),
});
