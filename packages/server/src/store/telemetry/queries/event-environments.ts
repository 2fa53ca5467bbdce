import type { ProjectId } from '@seismo/protocol';
import { integer, text, defineQuery } from './query.ts';
import { allEvents, eventStatsOf, groups } from '../engines/memory/rows.ts';

interface Params {
  projectIds: ProjectId[];
  release: string;
}

/** Where the release was seen, by its events of all time, and where how many sessions in the range were of it. */
export const eventEnvironments = defineQuery({
  sql: {
    duckdb: ({ events, count }) => `
      select
        environment,
        ${count} as events,
        count(distinct user_hash) filter (user_hash <> 0) as users,
        min(at_ms) as "firstSeenAtMs",
        max(at_ms) as "lastSeenAtMs"
      from ${events}
      where release = $release::varchar
        and list_contains($projectIds::bigint[], project_id)
      group by environment
      order by environment`,
  },
  row: { environment: text, events: integer, users: integer, firstSeenAtMs: integer, lastSeenAtMs: integer },
  memory: (rows, { projectIds, release }: Params) =>
    groups(
      allEvents(rows).filter(
        (event) => projectIds.includes(event.projectId) && event.release === release.toWellFormed(),
      ),
      (event) => [event.environment],
    ).map((alike) => ({ ...alike[0]!, ...eventStatsOf(alike) })),
});
