import type { ProjectId } from '@seismo/protocol';
import { integer, bytes, eventId, issueId, defineQuery } from './query.ts';
import { byTimeAndId } from '../engines/memory/rows.ts';

interface Params {
  projectId: ProjectId;
  count: number;
}

/** The newest events of a project with their bodies, newest first. */
export const newestBodies = defineQuery({
  sql: {
    duckdb: `
      select event_id as "eventId", issue_id as "issueId", at_ms as "atMs", body
      from events
      where project_id = $projectId::bigint
      order by at_ms desc, event_id desc
      limit $count::bigint`,
  },
  row: { eventId, issueId, atMs: integer, body: bytes },
  memory: ({ events }, { projectId, count }: Params) =>
    events
      .filter((event) => event.projectId === projectId)
      .sort((a, b) => byTimeAndId(b, a))
      .slice(0, count),
});
