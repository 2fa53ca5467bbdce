import type { ProjectId } from '@seismo/protocol';
import { hasUserKey, type UserKeys } from '#domain/end-users/identifiers.ts';
import { hasUserKeyDuckdb } from '../engines/duckdb/user-keys.ts';
import { integer, defineQuery } from './query.ts';

interface Params extends UserKeys {
  projectId: ProjectId;
}

/** The sessions of an end user; no row without any. The states of one session count once, a sum of a server SDK too. */
export const sessionSums = defineQuery({
  sql: {
    duckdb: `
      select
        count(distinct session_id) filter (where session_id <> '') + count(*) filter (where session_id = '') as sessions,
        min(started_at_ms) as "firstAtMs",
        max(started_at_ms) as "lastAtMs"
      from sessions
      where project_id = $projectId::bigint and ${hasUserKeyDuckdb}
      having count(*) > 0`,
  },
  row: { sessions: integer, firstAtMs: integer, lastAtMs: integer },
  memory: (rows, { projectId, ...keys }: Params) => {
    const found = rows.sessions.filter((row) => row.projectId === projectId && hasUserKey(row.userKey, keys));
    if (found.length === 0) return [];
    const ids = found.map(({ sessionId }) => sessionId);
    const times = found.map(({ startedAtMs }) => startedAtMs);
    const sessions = new Set(ids.filter((id) => id !== '')).size + ids.filter((id) => id === '').length;
    return [{ sessions, firstAtMs: Math.min(...times), lastAtMs: Math.max(...times) }];
  },
});
