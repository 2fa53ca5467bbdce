import { integer, text, type Question, type TelemetryEngine } from './question.ts';

export const tagRates: Question<'tag-rates'> = {
  sql: {
    // Equal sets of tags are taken apart once; values that the issue has not are dropped before anything is ordered.
    duckdb: `
      with sets as materialized (
        select tags, count(*) as events, count(*) filter (where issue_id = $issueId::bigint) as mine
        from events
        where project_id = $projectId::bigint and at_ms >= $fromMs::bigint and at_ms < $toMs::bigint
        group by tags
      ),
      counted as (
        select key, value, sum(mine)::bigint as mine, sum(events)::bigint as events
        from (
          select unnest(map_keys(entries)) as key, unnest(map_values(entries)) as value, mine, events
          from (select tags::json::map(varchar, varchar) as entries, mine, events from sets)
        )
        group by key, value
        having sum(mine) > 0
      )
      select
        key,
        value,
        mine as "issueEvents",
        events as "projectEvents",
        count(*) over (partition by key) as "distinctValues",
        (select sum(mine)::bigint from sets) as "issueTotal",
        (select sum(events)::bigint from sets) as "projectTotal"
      from counted
      qualify row_number() over (partition by key order by mine desc, value) <= $valuesPerTag::bigint
      order by key, mine desc, value`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectId, issueId, range, valuesPerTag }) => ({ projectId, issueId, valuesPerTag, ...range }),
  row: {
    key: text,
    value: text,
    issueEvents: integer,
    projectEvents: integer,
    distinctValues: integer,
    issueTotal: integer,
    projectTotal: integer,
  },
};
