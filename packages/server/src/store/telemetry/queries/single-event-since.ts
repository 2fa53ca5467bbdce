import type { IssueId, ProjectId } from '@seismo/protocol';
import { defineQuery } from './query.ts';
import { bodyOf, eventBodyDuckdb, eventBodyRow } from './event-head.ts';

interface Params {
  projectId: ProjectId;
  issueId: IssueId;
  sinceMs: number;
}

/** The event of an issue since this moment, with its body, if there is one and not several. */
export const singleEventSince = defineQuery({
  sql: {
    // Two of them are enough to know, however many bodies there are.
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
  bind: (params: Params) => ({ ...params }),
  row: eventBodyRow,
  memory: ({ events }, { projectId, issueId, sinceMs }) => {
    const since = events.filter(
      (event) => event.projectId === projectId && event.issueId === issueId && event.atMs >= sinceMs,
    );
    return since.length === 1 ? since.map(bodyOf) : [];
  },
});
