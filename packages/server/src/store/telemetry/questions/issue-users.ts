import { integer, issueId, type Question, type TelemetryEngine } from './question.ts';

export const issueUsers: Question<'issue-users'> = {
  sql: {
    // Pairs first, then their count: one hash table for all issues, where a distinct count keeps one for each.
    duckdb: `
      select issue_id as "issueId", count(*) as users
      from (
        select distinct issue_id, user_key
        from events
        where at_ms >= $fromMs::bigint
          and at_ms < $toMs::bigint
          and user_key <> ''
          and list_contains($projectIds::bigint[], project_id)
          and issue_id in (select unnest($issueIds::bigint[]))
          and (len($environments::varchar[]) = 0 or list_contains($environments::varchar[], environment))
          and (len($releases::varchar[]) = 0 or list_contains($releases::varchar[], release))
      )
      group by issue_id
      order by issue_id`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectIds, issueIds, environments, releases, range }) => ({
    projectIds,
    issueIds,
    environments,
    releases,
    ...range,
  }),
  row: { issueId, users: integer },
};
