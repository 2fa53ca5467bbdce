import { integer, text, defineQuery, type Range } from './query.ts';
import { isOfIssue, type OneIssue } from './parts/of-issue.ts';
import { byText, sum, within } from '../engines/memory/rows.ts';

type Params = OneIssue & { range: Range | null; valuesPerTag: number };

/**
 * The most frequent values of every tag of an issue: at most `valuesPerTag` values a tag, with the tag's total. `events`
 * of the value; `tagEvents` of all values of the tag; `issueEvents` of the issue; ordered by key, then events descending,
 * then value.
 */
export const tagsOfIssue = defineQuery({
  sql: {
    // Parse equal tag sets, of which an issue has many, only once.
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
      counted as (
        select key, value, sum(events)::bigint as events
        from (
          select unnest(map_keys(entries)) as key, unnest(map_values(entries)) as value, events
          from (select tags::json::map(varchar, varchar) as entries, events from sets)
        )
        group by key, value
      )
      select
        key,
        value,
        events,
        sum(events) over (partition by key) as "tagEvents",
        count(*) over (partition by key) as "distinctValues",
        (select sum(events)::bigint from sets) as "issueEvents"
      from counted
      qualify row_number() over (partition by key order by events desc, value) <= $valuesPerTag::bigint
      order by key, events desc, value`,
  },
  fromIssueEvents: (params: Params) => params,
  row: { key: text, value: text, events: integer, tagEvents: integer, distinctValues: integer, issueEvents: integer },
  memory: ({ events }, { range, valuesPerTag, ...issue }) => {
    const found = events.filter(isOfIssue(issue)).filter(({ atMs }) => range === null || within(atMs, range));
    const counts = new Map<string, Map<string, number>>();
    // Cached events share their sets of tags.
    for (const [tags, { length }] of Map.groupBy(found, (event) => event.tags)) {
      for (const [key, value] of Object.entries(tags)) {
        const values = counts.get(key) ?? new Map<string, number>();
        counts.set(key, values.set(value, (values.get(value) ?? 0) + length));
      }
    }
    return [...counts]
      .sort(([a], [b]) => byText(a, b))
      .flatMap(([key, values]) => {
        const tagEvents = sum([...values.values()], (of) => of);
        return [...values]
          .sort(([one, ofOne], [other, ofOther]) => ofOther - ofOne || byText(one, other))
          .slice(0, valuesPerTag)
          .map(([value, of]) => ({
            key,
            value,
            events: of,
            tagEvents,
            distinctValues: values.size,
            issueEvents: found.length,
          }));
      });
  },
});
