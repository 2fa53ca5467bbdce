import type { ProjectId } from '@seismo/protocol';
import { hasUserKey, type UserKeys } from '#domain/end-users/identifiers.ts';
import { hasUserKeyDuckdb } from '../engines/duckdb/user-keys.ts';
import { integer, text, defineQuery } from './query.ts';

interface Params extends UserKeys {
  projectId: ProjectId;
  offset: number;
  count: number;
}

/** The states of the sessions of an end user, in the order of arrival. */
export const sessionsOfEndUser = defineQuery({
  sql: {
    duckdb: `
      select
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
      where project_id = $projectId::bigint and ${hasUserKeyDuckdb}
      order by sequence, position
      limit $count::bigint
      offset $offset::bigint`,
  },
  row: {
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
  memory: ({ sessions }, { projectId, offset, count, ...keys }: Params) =>
    sessions
      .filter((row) => row.projectId === projectId && hasUserKey(row.userKey, keys))
      .slice(offset, offset + count),
});
