import type { IssueId, ProjectId } from '@seismo/protocol';
import { integer, text, defineQuery, type Range } from './query.ts';
import { groups, within } from '../engines/memory/rows.ts';
import { tagCountsDuckdb } from './parts/sources.ts';

interface Params {
  projectId: ProjectId;
  issueId: IssueId;
  range: Range;
  valuesPerTag: number;
}

/**
 * The most frequent values of every tag of an issue in the range, at most `valuesPerTag` a tag, with how many events of
 * the whole project have them there. `issueEvents` and `projectEvents` of the value; totals over all events of either.
 * Ordered by key, then as frequent.
 */
export const tagRates = defineQuery({
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
  },
  row: {
    key: text,
    value: text,
    issueEvents: integer,
    projectEvents: integer,
    distinctValues: integer,
    issueTotal: integer,
    projectTotal: integer,
  },
  memory: ({ events }, { projectId, issueId, range, valuesPerTag }: Params) => {
    const ofProject = events.filter((event) => event.projectId === projectId && within(event.atMs, range));
    const ofIssue = ofProject.filter((event) => event.issueId === issueId);
    const tags = ofIssue.flatMap((event) => Object.entries(event.tags).map(([key, value]) => ({ key, value })));
    return groups(tags, ({ key }) => [key]).flatMap((ofKey) => {
      const values = groups(ofKey, ({ value }) => [value]);
      return values
        .toSorted((a, b) => b.length - a.length)
        .slice(0, valuesPerTag)
        .map((ofValue) => {
          const { key, value } = ofValue[0]!;
          return {
            key,
            value,
            issueEvents: ofValue.length,
            projectEvents: ofProject.filter((event) => Object.hasOwn(event.tags, key) && event.tags[key] === value)
              .length,
            distinctValues: values.length,
            issueTotal: ofIssue.length,
            projectTotal: ofProject.length,
          };
        });
    });
  },
});
