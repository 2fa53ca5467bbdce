import type { IssueId, ProjectId } from '@seismo/protocol';
import type { EventCondition } from '../condition.ts';
import { integer, issueId, defineQuery, type Range } from './query.ts';
import { among, bucketOf, groups, within } from '../engines/memory/rows.ts';
import { matches } from '../engines/memory/condition.ts';
import { inScopeDuckdb } from './in-scope.ts';

export interface IssueSeriesParams {
  projectIds: ProjectId[];
  issueIds: IssueId[];
  environments: string[];
  releases: string[];
  where: EventCondition | null;
  range: Range;
  bucketMs: number;
}

/**
 * Events per bucket and issue. Buckets are `bucketMs` wide and start at multiples of it since the epoch; empty ones have
 * no row.
 */
export const issueSeries = defineQuery({
  sql: {
    // A floor, not a truncation: times before 1970 fall into the bucket that starts before them.
    duckdb: `
      select
        issue_id as "issueId",
        at_ms - (at_ms % $bucketMs::bigint + $bucketMs::bigint) % $bucketMs::bigint as "bucketAtMs",
        count(*) as events
      from events
      where ${inScopeDuckdb}
        and issue_id in (select unnest($issueIds::bigint[]))
      group by 1, 2
      order by 1, 2`,
  },
  bind: ({ projectIds, issueIds, environments, releases, range, bucketMs }: IssueSeriesParams) => ({
    projectIds,
    issueIds,
    environments,
    releases,
    bucketMs,
    ...range,
  }),
  row: { issueId, bucketAtMs: integer, events: integer },
  memory: ({ events }, { projectIds, issueIds, environments, releases, where, range, bucketMs }) =>
    groups(
      events
        .filter(matches(where))
        .filter((event) => projectIds.includes(event.projectId) && issueIds.includes(event.issueId))
        .filter((event) => among(event.release, releases))
        .filter((event) => among(event.environment, environments) && within(event.atMs, range)),
      (event) => [event.issueId, bucketOf(event.atMs, bucketMs)],
    ).map((group) => ({
      issueId: group[0]!.issueId,
      bucketAtMs: bucketOf(group[0]!.atMs, bucketMs),
      events: group.length,
    })),
});
