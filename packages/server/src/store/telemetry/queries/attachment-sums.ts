import type { ProjectId } from '@seismo/protocol';
import type { EventCondition } from '#domain/search/event-condition.ts';
import { conditionDuckdb } from '../engines/duckdb/condition.ts';
import { matches } from '../engines/memory/condition.ts';
import { sum } from '../engines/memory/rows.ts';
import { integer, defineQuery } from './query.ts';

interface Params {
  projectId: ProjectId;
  /** As in `endUserEvents`. */
  of: EventCondition;
}

/** The attachments of the events of an end user; no row without any. */
export const attachmentSums = defineQuery({
  sql: {
    duckdb: (_, { of }: Params) => `
      select count(*) as attachments, coalesce(sum(bytes), 0)::bigint as bytes
      from attachments
      where project_id = $projectId::bigint
        and event_id in (select event_id from events where project_id = $projectId::bigint and ${conditionDuckdb(of).text})
      having count(*) > 0`,
  },
  bind: ({ of }) => conditionDuckdb(of).parameters,
  row: { attachments: integer, bytes: integer },
  memory: ({ events, attachments }, { projectId, of }) => {
    const matching = events.filter(matches(of)).filter((event) => event.projectId === projectId);
    const ids = new Set(matching.map(({ eventId }) => eventId));
    const found = attachments.filter((row) => row.projectId === projectId && ids.has(row.eventId));
    return found.length === 0 ? [] : [{ attachments: found.length, bytes: sum(found, ({ bytes }) => bytes) }];
  },
});
