import type { IssueId } from '@seismo/protocol';
import { integer, issueId, defineQuery } from './query.ts';
import { bucketOf, groups } from '../engines/memory/rows.ts';
import { eventsInScope, inScopeDuckdb, type Scope } from './parts/in-scope.ts';

export type IssuesInScope = Scope & { issueIds: IssueId[] };
export type IssueSeriesParams = IssuesInScope & { bucketMs: number };

/**
 * Events per bucket and issue. Buckets are `bucketMs` wide and start at multiples of it since the epoch; empty buckets
 * have no row.
 */
export const issueSeries = defineQuery({
  sql: {
    // A floor, not a truncation: times before 1970 fall into the bucket that starts before them.
    duckdb: ({ where, events, count }) => `
      select
        issue_id as "issueId",
        at_ms - (at_ms % $bucketMs::bigint + $bucketMs::bigint) % $bucketMs::bigint as "bucketAtMs",
        ${count} as events
      from ${events}
      where ${inScopeDuckdb(where)}
        and issue_id in (select unnest($issueIds::bigint[]))
      group by 1, 2
      order by 1, 2`,
  },
  row: { issueId, bucketAtMs: integer, events: integer },
  memory: (rows, { issueIds, bucketMs, ...scope }: IssueSeriesParams) =>
    groups(
      eventsInScope(rows, scope).filter((event) => issueIds.includes(event.issueId)),
      (event) => [event.issueId, bucketOf(event.atMs, bucketMs)],
    ).map(([event, ...others]) => ({
      issueId: event!.issueId,
      bucketAtMs: bucketOf(event!.atMs, bucketMs),
      events: 1 + others.length,
    })),
});
