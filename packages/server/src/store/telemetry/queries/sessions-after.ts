import type { ProjectId } from '@seismo/protocol';
import { inSessionOrder, sessionColumnsDuckdb, sessionOrderDuckdb, sessionRow } from './parts/session-rows.ts';
import { integer, defineQuery } from './query.ts';

interface Params {
  projectId: ProjectId;
  /** The first batch to read, and how many of its rows to skip. */
  sequence: number;
  offset: number;
  count: number;
}

/** The states of all sessions of a project, in the order of arrival. */
export const sessionsAfter = defineQuery({
  sql: {
    duckdb: `
      select sequence, ${sessionColumnsDuckdb}
      from sessions
      where project_id = $projectId::bigint and sequence >= $sequence::bigint
      order by ${sessionOrderDuckdb}
      limit $count::bigint
      offset $offset::bigint`,
  },
  row: { sequence: integer, ...sessionRow },
  memory: ({ sessions }, { projectId, sequence, offset, count }: Params) =>
    inSessionOrder(sessions.filter((row) => row.projectId === projectId && row.sequence >= sequence)).slice(
      offset,
      offset + count,
    ),
});
