import { defineQuery } from './query.ts';
import { isOfIssue, type OneIssue } from './parts/of-issue.ts';
import { eventBodyDuckdb, eventBodyRow } from './parts/event-head.ts';

type Params = OneIssue & { sinceMs: number };

/** The issue's event since this time, with its body, if there is exactly one. */
export const singleEventSince = defineQuery({
  sql: {
    // Two rows are enough to decide.
    duckdb: `
      select *
      from (
        select ${eventBodyDuckdb}
        from events
        where project_id = $projectId::bigint
          and issue_id = $issueId::bigint
          and at_ms >= $sinceMs::bigint
        limit 2
      )
      qualify count(*) over () = 1`,
  },
  isLookUp: true,
  row: eventBodyRow,
  memory: ({ events }, { sinceMs, ...issue }: Params) => {
    const since = events.filter(isOfIssue(issue)).filter(({ atMs }) => atMs >= sinceMs);
    return since.length === 1 ? since : [];
  },
});
