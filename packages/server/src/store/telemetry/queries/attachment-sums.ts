import type { ProjectId } from '@seismo/protocol';
import type { EventCondition } from '#domain/search/event-condition.ts';
import { matches } from '../engines/memory/condition.ts';
import { sum } from '../engines/memory/rows.ts';
import { integer, defineQuery } from './query.ts';

interface Params {
  projectId: ProjectId;
  where: EventCondition | null;
}

/** The attachments of the project's events that match; no row without any. */
export const attachmentSums = defineQuery({
  sql: {
    duckdb: ({ where }) => `
      select count(*) as attachments, coalesce(sum(bytes), 0)::bigint as bytes
      from attachments
      where project_id = $projectId::bigint
        and event_id in (select event_id from events where project_id = $projectId::bigint and ${where})
      having count(*) > 0`,
  },
  row: { attachments: integer, bytes: integer },
  memory: ({ events, attachments }, { projectId, where }: Params) => {
    const matching = events.filter(matches(where)).filter((event) => event.projectId === projectId);
    const ids = new Set(matching.map(({ eventId }) => eventId));
    const found = attachments.filter((row) => row.projectId === projectId && ids.has(row.eventId));
    return found.length === 0 ? [] : [{ attachments: found.length, bytes: sum(found, ({ bytes }) => bytes) }];
  },
});
