import { text, type Question, type TelemetryEngine } from './question.ts';

export const issuePeople: Question<'issue-people'> = {
  sql: {
    duckdb: `
      select distinct user_key as "userKey"
      from events
      where project_id = $projectId::bigint
        and issue_id = $issueId::bigint
        and user_key <> ''
      order by user_key`,
  } satisfies Record<TelemetryEngine, string>,
  bind: (ask) => ({ ...ask }),
  row: { userKey: text },
};
