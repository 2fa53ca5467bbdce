import { integer, text, type Question, type TelemetryEngine } from './question.ts';
import { tagCountsDuckdb } from './sources.ts';

export const tagRates: Question<'tag-rates'> = {
  sql: {
    // Of the project only the values are summed up that are shown of the issue.
    duckdb: `
      with sets as materialized (
        select tags, count(*) as events
        from events
        where project_id = $projectId::bigint
          and issue_id = $issueId::bigint
          and at_ms >= $fromMs::bigint
          and at_ms < $toMs::bigint
        group by tags
      ),
      shown as materialized (
        select key, value, sum(events)::bigint as events, count(*) over (partition by key) as "distinctValues"
        from (
          select unnest(map_keys(entries)) as key, unnest(map_values(entries)) as value, events
          from (select tags::json::map(varchar, varchar) as entries, events from sets)
        )
        group by key, value
        qualify row_number() over (partition by key order by sum(events) desc, value) <= $valuesPerTag::bigint
      ),
      project as materialized (
        select key, value, sum(events)::bigint as events
        from ${tagCountsDuckdb('-1')}
        where key is null or (key, value) in (select (key, value) from shown)
        group by key, value
      )
      select
        key,
        value,
        shown.events as "issueEvents",
        project.events as "projectEvents",
        "distinctValues",
        (select sum(events)::bigint from sets) as "issueTotal",
        (select events from project where key is null) as "projectTotal"
      from shown join project using (key, value)
      order by key, shown.events desc, value`,
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
