import type { ProjectId } from '@seismo/protocol';
import type { EventCondition } from '#domain/search/event-condition.ts';
import { matches } from '../engines/memory/condition.ts';
import { byTimeAndId } from '../engines/memory/rows.ts';
import { conditionDuckdb } from '../engines/duckdb/condition.ts';
import { eventId, integer, issueId, text, defineQuery, type EventCursor } from './query.ts';

interface Params {
  projectId: ProjectId;
  /** Not named `where`: a deletion must not end at the time limit of searches. */
  of: EventCondition;
  before: EventCursor | null;
  count: number;
}

/** The events of an end user, newest first, keyset-paged. */
export const endUserEvents = defineQuery({
  sql: {
    duckdb: (_, { of }: Params) => `
      select event_id as "eventId", issue_id as "issueId", at_ms as "atMs", user_key as "userKey", title
      from events
      where project_id = $projectId::bigint
        and at_ms <= $beforeMs::bigint
        and (at_ms < $beforeMs::bigint or event_id < $beforeId::uuid)
        and ${conditionDuckdb(of).text}
      order by at_ms desc, event_id desc
      limit $count::bigint`,
  },
  bind: ({ of }) => conditionDuckdb(of).parameters,
  row: { eventId, issueId, atMs: integer, userKey: text, title: text },
  memory: ({ events }, { projectId, of, before, count }) =>
    events
      .filter(matches(of))
      .filter((event) => event.projectId === projectId && (before === null || byTimeAndId(event, before) < 0))
      .sort((a, b) => byTimeAndId(b, a))
      .slice(0, count),
});
