import { byText } from '../engines/memory/rows.ts';
import { spanScope, spansInRange, spanSearchDuckdb, type SpansInRange } from './parts/spans-in-range.ts';
import { defineQuery, integer, text } from './query.ts';

interface Params extends SpansInRange {
  /** Reads this many of the newest spans. */
  sampleCount: number;
  count: number;
}

/** Attributes of the newest spans of a search by their typed names, with the number of these spans; the most frequent first. */
export const spanAttributeNames = defineQuery({
  sql: {
    duckdb: ({ spans }, search: Params) => `
      with newest as (
        select names
        from ${spans}
        where ${spanSearchDuckdb(search).text}
        order by start_us desc, sequence desc, position desc
        limit $sampleCount::bigint
      ), named as (
        select unnest(names) as name from newest
      )
      select name, count(*) as spans
      from named
      where name is not null
      group by name
      order by spans desc, name
      limit $count::bigint`,
  },
  spans: (params: Params) => ({ ...spanScope(params, []), withNames: true }),
  isSearch: true,
  bind: (params) => spanSearchDuckdb(params).parameters,
  row: { name: text, spans: integer },
  memory: (rows, { sampleCount, count, ...within }) => {
    const newest = spansInRange(rows, within)
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
