import type { ProjectId } from '@seismo/protocol';
import { integer, text, defineQuery, type Range } from './query.ts';
import { groups, sum } from '../engines/memory/rows.ts';
import { foldedSessions, sessionsOf, foldedSessionsDuckdb, sessionsOfRowDuckdb } from './parts/folded-sessions.ts';
import { sessionDifference } from './parts/differences.ts';

interface Params {
  projectIds: ProjectId[];
  release: string;
  range: Range;
}

/** Every environment with a session; `allSessions` are those of every release there. */
export const sessionEnvironments = defineQuery({
  sql: {
    duckdb: ({ counted }) => `
      with ${foldedSessionsDuckdb(counted)}
      select
        environment,
        coalesce(sum(${sessionsOfRowDuckdb}) filter (release = $release::varchar), 0) as sessions,
        coalesce(sum(crashed) filter (release = $release::varchar), 0) as crashed,
        sum(${sessionsOfRowDuckdb}) as "allSessions"
      from folded
      group by environment
      order by environment`,
  },
  difference: sessionDifference,
  row: { environment: text, sessions: integer, crashed: integer, allSessions: integer },
  memory: ({ sessions }, params: Params) =>
    groups(foldedSessions(sessions, params), (row) => [row.environment]).map((rows) => {
      const own = rows.filter((row) => row.release === params.release.toWellFormed());
      return {
        environment: rows[0]!.environment,
        sessions: sum(own, sessionsOf),
        crashed: sum(own, (row) => row.crashed),
        allSessions: sum(rows, sessionsOf),
      };
    }),
});
