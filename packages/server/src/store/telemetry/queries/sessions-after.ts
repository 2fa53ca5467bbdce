import type { ProjectId } from '@seismo/protocol';
import { integer, text, defineQuery } from './query.ts';

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
      select
        sequence,
        session_id as "sessionId",
        user_key as "userKey",
        release,
        environment,
        started_at_ms as "startedAtMs",
        exited,
        errored,
        crashed,
        abnormal
      from sessions
      where project_id = $projectId::bigint and sequence >= $sequence::bigint
      order by sequence, position
      limit $count::bigint
      offset $offset::bigint`,
  },
  row: {
    sequence: integer,
    sessionId: text,
    userKey: text,
    release: text,
    environment: text,
    startedAtMs: integer,
    exited: integer,
    errored: integer,
    crashed: integer,
    abnormal: integer,
  },
  memory: ({ sessions }, { projectId, sequence, offset, count }: Params) =>
    sessions.filter((row) => row.projectId === projectId && row.sequence >= sequence).slice(offset, offset + count),
});
