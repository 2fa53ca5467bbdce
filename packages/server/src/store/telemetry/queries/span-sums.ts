import type { ProjectId } from '@seismo/protocol';
import { namesUser, type UserKeys } from '#domain/end-users/identifiers.ts';
import { identifier } from '../engines/duckdb/span-files/relation.ts';
import { namesUserDuckdb, userAttributeNames } from '../engines/duckdb/user-keys.ts';
import { integer, defineQuery } from './query.ts';

interface Params extends UserKeys {
  projectId: ProjectId;
}

/** The spans that name an end user; no row without any. Times are those of the spans' starts. */
export const spanSums = defineQuery({
  sql: {
    duckdb: ({ spans }) => `
      select count(*) as spans, min(start_us) // 1000 as "firstAtMs", max(start_us) // 1000 as "lastAtMs"
      from ${spans}
      where ${namesUserDuckdb(identifier)}
      having count(*) > 0`,
  },
  spans: ({ projectId }: Params) => ({ projectIds: [projectId], attributes: userAttributeNames }),
  row: { spans: integer, firstAtMs: integer, lastAtMs: integer },
  memory: (rows, { projectId, ...keys }: Params) => {
    const found = rows.spans.filter((row) => row.projectId === projectId && row.userKey !== '');
    const times = found
      .filter(({ attributes }) => namesUser(JSON.parse(attributes) as Record<string, unknown>, keys))
      .map(({ startUs }) => Math.floor(startUs / 1000));
    if (times.length === 0) return [];
    return [{ spans: times.length, firstAtMs: Math.min(...times), lastAtMs: Math.max(...times) }];
  },
});
