import { integer, issueId, type Question, type TelemetryEngine } from './question.ts';

export const issueStats: Question<'issue-stats'> = {
  sql: {
    duckdb: `
      select
        issue_id as "issueId",
        count(*) as events,
        count(distinct nullif(user_key, '')) as users,
        min(at_ms) as "firstAtMs",
        max(at_ms) as "lastAtMs"
      from events
      where at_ms >= $fromMs::bigint
        and at_ms < $toMs::bigint
        and list_contains($projectIds::bigint[], project_id)
        and issue_id in (select unnest($issueIds::bigint[]))
        and (len($environments::varchar[]) = 0 or list_contains($environments::varchar[], environment))
      group by issue_id
      order by issue_id`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectIds, issueIds, environments, range }) => ({ projectIds, issueIds, environments, ...range }),
  row: { issueId, events: integer, users: integer, firstAtMs: integer, lastAtMs: integer },
};
