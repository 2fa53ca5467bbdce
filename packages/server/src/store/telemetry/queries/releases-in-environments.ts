import type { ProjectId } from '@seismo/protocol';
import { text, defineQuery } from './query.ts';
import { allEvents, groups } from '../engines/memory/rows.ts';

interface Params {
  projectIds: ProjectId[];
  environments: string[];
}

/** Releases that have an event or a session in one of these environments. */
export const releasesInEnvironments = defineQuery({
  sql: {
    duckdb: ({ events }) => `
      select release
      from ${events}
      where list_contains($environments::varchar[], environment)
        and list_contains($projectIds::bigint[], project_id)
        and release <> ''
      union
      select release
      from sessions
      where list_contains($environments::varchar[], environment)
        and list_contains($projectIds::bigint[], project_id)
        and release <> ''
      order by release`,
  },
  row: { release: text },
  memory: (rows, { projectIds, environments }: Params) =>
    groups(
      [...allEvents(rows), ...rows.sessions].filter(
        (row) =>
          row.release !== '' &&
          projectIds.includes(row.projectId) &&
          environments.some((name) => name.toWellFormed() === row.environment),
      ),
      (row) => [row.release],
    ).map((alike) => alike[0]!),
});
