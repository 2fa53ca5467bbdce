import type { ProjectId } from '@seismo/protocol';
import { hasUserKey, type UserKeys } from '#domain/end-users/identifiers.ts';
import { hasUserKeyDuckdb } from '../engines/duckdb/user-keys.ts';
import { inSessionOrder, sessionColumnsDuckdb, sessionOrderDuckdb, sessionRow } from './parts/session-rows.ts';
import { defineQuery } from './query.ts';

interface Params extends UserKeys {
  projectId: ProjectId;
  offset: number;
  count: number;
}

/** The states of the sessions of an end user, in the order of arrival. */
export const sessionsOfEndUser = defineQuery({
  sql: {
    duckdb: `
      select ${sessionColumnsDuckdb}
      from sessions
      where project_id = $projectId::bigint and ${hasUserKeyDuckdb}
      order by ${sessionOrderDuckdb}
      limit $count::bigint
      offset $offset::bigint`,
  },
  row: sessionRow,
  memory: ({ sessions }, { projectId, offset, count, ...keys }: Params) =>
    inSessionOrder(sessions.filter((row) => row.projectId === projectId && hasUserKey(row.userKey, keys))).slice(
      offset,
      offset + count,
    ),
});
