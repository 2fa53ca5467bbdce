import { integer, text, defineQuery } from './query.ts';
import { isOfIssue, type OneIssue } from './parts/of-issue.ts';
import { groups } from '../engines/memory/rows.ts';

type Params = OneIssue & { valuesPerTag: number };

/**
 * The most frequent values of every tag of an issue: at most `valuesPerTag` values a tag, with the tag's total. `events`
 * of the value; `tagEvents` of all values of the tag; ordered by key, then events descending, then value.
 */
export const tagsOfIssue = defineQuery({
  sql: {
    // Parse equal tag sets, of which an issue has many, only once.
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
  },
  row: { key: text, value: text, events: integer, tagEvents: integer, distinctValues: integer },
  memory: ({ events }, { valuesPerTag, ...issue }: Params) => {
    const tags = events
      .filter(isOfIssue(issue))
      .flatMap((event) => Object.entries(event.tags).map(([key, value]) => ({ key, value })));
    return groups(tags, ({ key }) => [key]).flatMap((ofKey) => {
      const values = groups(ofKey, ({ value }) => [value]);
      return values
        .toSorted((a, b) => b.length - a.length)
        .slice(0, valuesPerTag)
        .map((ofValue) => ({
          ...ofValue[0]!,
          events: ofValue.length,
          tagEvents: ofKey.length,
          distinctValues: values.length,
        }));
    });
  },
});
