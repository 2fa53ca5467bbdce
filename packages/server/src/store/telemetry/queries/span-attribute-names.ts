import type { ProjectId } from '@seismo/protocol';
import { byText } from '../engines/memory/rows.ts';
import { defineQuery, integer, text, type Range } from './query.ts';

interface Params {
  projectIds: ProjectId[];
  /** When the spans start. */
  range: Range;
  /** Reads this many of the newest spans. */
  sampleCount: number;
  count: number;
}

/** Attributes of the newest spans in the range by their typed names, with the number of these spans; the most frequent first. */
export const spanAttributeNames = defineQuery({
  sql: {
    duckdb: ({ spans }) => `
      with newest as (
        select attributes
        from ${spans}
        where list_contains($projectIds::bigint[], project_id)
          and start_us >= $fromMs::bigint * 1000
          and start_us < $toMs::bigint * 1000
        order by start_us desc, sequence desc, position desc
        limit $sampleCount::bigint
      ), names as (
        select unnest(json_keys(attributes)) as name from newest
      )
      select name, count(*) as spans
      from names
      group by name
      order by spans desc, name
      limit $count::bigint`,
  },
  spans: ({ projectIds, range }: Params) => ({
    projectIds,
    startUs: { from: range.fromMs * 1000, before: range.toMs * 1000 },
    withDetails: true,
  }),
  isSearch: true,
  row: { name: text, spans: integer },
  memory: ({ spans }, { projectIds, range, sampleCount, count }) => {
    const newest = spans
      .filter((span) => projectIds.includes(span.projectId))
      .filter(({ startUs }) => startUs >= range.fromMs * 1000 && startUs < range.toMs * 1000)
      // Stored in the order of arrival.
      .toReversed()
      .sort((a, b) => b.startUs - a.startUs)
      .slice(0, sampleCount);
    const names = newest.flatMap(({ attributes }) => Object.keys(JSON.parse(attributes) as object));
    return [...Map.groupBy(names, (name) => name)]
      .map(([name, all]) => ({ name, spans: all.length }))
      .sort((a, b) => b.spans - a.spans || byText(a.name, b.name))
      .slice(0, count);
  },
});
