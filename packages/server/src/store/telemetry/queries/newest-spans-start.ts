import { spanConditionDuckdb } from '../engines/duckdb/span-condition.ts';
import { spanScope, spansInRange, spansInRangeDuckdb, type SpansInRange } from './parts/spans-in-range.ts';
import { defineQuery, integer } from './query.ts';

interface Params extends SpansInRange {
  count: number;
}

/** When the earliest of the newest spans of a search starts, so that a query that reads much of each reads no others. */
export const newestSpansStart = defineQuery({
  sql: {
    duckdb: ({ spans }, { condition }: Params) => `
      select min(start_us) as "startUs"
      from (
        select start_us
        from ${spans}
        where ${spansInRangeDuckdb}
          and ${spanConditionDuckdb(condition).text}
        order by start_us desc
        limit $count::bigint
      )
      having count(*) > 0`,
  },
  spans: (params: Params) => spanScope(params, []),
  isSearch: true,
  bind: ({ condition }) => spanConditionDuckdb(condition).parameters,
  row: { startUs: integer },
  memory: (rows, { count, ...within }) =>
    spansInRange(rows, within)
      .toSorted((a, b) => b.startUs - a.startUs)
      .slice(0, count)
      .slice(-1),
});
