import type { ProjectId } from '@seismo/protocol';
import { hasUserKey, type UserKeys } from '#domain/end-users/identifiers.ts';
import { hasUserKeyDuckdb } from '../engines/duckdb/user-keys.ts';
import { integer, defineQuery } from './query.ts';

interface Params extends UserKeys {
  projectId: ProjectId;
}

/** The events of an end user whose content was removed; no row without any. */
export const thinnedSums = defineQuery({
  sql: {
    duckdb: `
      select count(*) as events, min(at_ms) as "firstAtMs", max(at_ms) as "lastAtMs"
      from thinned
      where project_id = $projectId::bigint and ${hasUserKeyDuckdb}
      having count(*) > 0`,
  },
  row: { events: integer, firstAtMs: integer, lastAtMs: integer },
  memory: ({ thinned }, { projectId, ...keys }: Params) => {
    const found = thinned.filter((row) => row.projectId === projectId && hasUserKey(row.userKey, keys));
    const times = found.map(({ atMs }) => atMs);
    return found.length === 0
      ? []
      : [{ events: found.length, firstAtMs: Math.min(...times), lastAtMs: Math.max(...times) }];
  },
});
