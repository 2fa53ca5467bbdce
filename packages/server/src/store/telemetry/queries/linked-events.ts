import type { ProjectId } from '@seismo/protocol';
import type { EventCondition } from '#domain/search/event-condition.ts';
import { text, defineQuery, type EventCursor } from './query.ts';
import { byTimeAndId } from '../engines/memory/rows.ts';
import { matches } from '../engines/memory/condition.ts';
import { eventHeadDuckdb, eventHeadRow } from './parts/event-head.ts';

interface Params {
  projectIds: ProjectId[];
  where: EventCondition | null;
  before: EventCursor | null;
  count: number;
}

/** Events of any of these projects, newest first, keyset-paged. */
export const linkedEvents = defineQuery({
  sql: {
    duckdb: ({ where }) => `
      select
        ${eventHeadDuckdb},
        coalesce(replace(trace_id::varchar, '-', ''), '') as "traceId",
        digest
      from events
      where list_contains($projectIds::bigint[], project_id) and ${where}
        and at_ms <= $beforeMs::bigint
        and (at_ms < $beforeMs::bigint or event_id < $beforeId::uuid)
      order by at_ms desc, event_id desc
      limit $count::bigint`,
  },
  row: { ...eventHeadRow, traceId: text, digest: text },
  memory: ({ events }, { projectIds, where, before, count }: Params) =>
    events
      .filter(matches(where))
      .filter((event) => projectIds.includes(event.projectId))
      .filter((event) => before === null || byTimeAndId(event, before) < 0)
      .sort((a, b) => byTimeAndId(b, a))
      .slice(0, count),
});
