import type { ProjectId } from '@seismo/protocol';
import type { EventCondition } from '#domain/search/event-condition.ts';
import { defineQuery, type EventCursor } from './query.ts';
import { byTimeAndId } from '../engines/memory/rows.ts';
import { matches } from '../engines/memory/condition.ts';
import { eventHeadDuckdb, eventHeadRow } from './parts/event-head.ts';

interface Params {
  projectId: ProjectId;
  where: EventCondition | null;
  before: EventCursor | null;
  count: number;
}

/** Events of projects, newest first, keyset-paged. */
export const eventsOfProject = defineQuery({
  sql: {
    duckdb: ({ where }) => `
      select ${eventHeadDuckdb}
      from events
      where project_id = $projectId::bigint
        and at_ms <= $beforeMs::bigint
        and (at_ms < $beforeMs::bigint or event_id < $beforeId::uuid)
        and ${where}
      order by at_ms desc, event_id desc
      limit $count::bigint`,
  },
  row: eventHeadRow,
  memory: ({ events }, { projectId, where, before, count }: Params) =>
    events
      .filter(matches(where))
      .filter((event) => event.projectId === projectId && (before === null || byTimeAndId(event, before) < 0))
      .sort((a, b) => byTimeAndId(b, a))
      .slice(0, count),
});
