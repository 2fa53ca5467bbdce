import { bucketOf, groups } from '../engines/memory/rows.ts';
import { isOfIssue, type OneIssue } from './parts/of-issue.ts';
import { defineQuery, integer } from './query.ts';

type Params = OneIssue & { bucketMs: number };

/** Events of an issue that have their content, per bucket. */
export const storedSeries = defineQuery({
  sql: {
    duckdb: `
      select
        at_ms - (at_ms % $bucketMs::bigint + $bucketMs::bigint) % $bucketMs::bigint as "bucketAtMs",
        count(*) as events
      from events
      where project_id = $projectId::bigint and issue_id = $issueId::bigint
      group by 1
      order by 1`,
  },
  row: { bucketAtMs: integer, events: integer },
  memory: ({ events }, { bucketMs, ...issue }: Params) =>
    groups(events.filter(isOfIssue(issue)), ({ atMs }) => [bucketOf(atMs, bucketMs)]).map((ofBucket) => ({
      bucketAtMs: bucketOf(ofBucket[0]!.atMs, bucketMs),
      events: ofBucket.length,
    })),
});
