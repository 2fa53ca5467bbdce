import { inScopeDuckdb } from './in-scope.ts';
import { integer, issueId, type Question, type TelemetryEngine } from './question.ts';

export const issueSeries: Question<'issue-series'> = {
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
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectIds, issueIds, environments, releases, range, bucketMs }) => ({
    projectIds,
    issueIds,
    environments,
    releases,
    bucketMs,
    ...range,
  }),
  row: { issueId, bucketAtMs: integer, events: integer },
};
