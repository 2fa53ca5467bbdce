import { integer, text, type Question, type TelemetryEngine } from './question.ts';

export const tagsOfIssue: Question<'tags-of-issue'> = {
  sql: {
    // Equal sets of tags, of which an issue has many, are taken apart once.
    duckdb: `
      with counted as (
        select key, value, sum(events)::bigint as events
        from (
          select unnest(map_keys(tags)) as key, unnest(map_values(tags)) as value, events
          from (
            select tags::json::map(varchar, varchar) as tags, count(*) as events
            from events
            where project_id = $projectId::bigint and issue_id = $issueId::bigint
            group by tags
          )
        )
        group by key, value
      )
      select
        key,
        value,
        events,
        sum(events) over (partition by key) as "tagEvents",
        count(*) over (partition by key) as "distinctValues"
      from counted
      qualify row_number() over (partition by key order by events desc, value) <= $valuesPerTag::bigint
      order by key, events desc, value`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectId, issueId, valuesPerTag }) => ({ projectId, issueId, valuesPerTag }),
  row: { key: text, value: text, events: integer, tagEvents: integer, distinctValues: integer },
};
