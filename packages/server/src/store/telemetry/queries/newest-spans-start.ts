import { spanScope, spansInRange, spanSearchDuckdb, type SpansInRange } from './parts/spans-in-range.ts';
import { defineQuery, integer } from './query.ts';

interface Params extends SpansInRange {
  count: number;
}

/** When the newest spans of a search start, the newest first, so that a query that reads much of each reads no others. */
export const newestSpansStart = defineQuery({
  sql: {
    duckdb: ({ spans }, search: Params) => `
      select start_us as "startUs"
      from ${spans}
      where ${spanSearchDuckdb(search).text}
      order by start_us desc
      limit $count::bigint`,
  },
  spans: (params: Params) => ({ ...spanScope(params, []), newest: params.count }),
  isSearch: true,
  bind: (params) => spanSearchDuckdb(params).parameters,
  row: { startUs: integer },
  memory: (rows, { count, ...within }) =>
    spansInRange(rows, within)
      .toSorted((a, b) => b.startUs - a.startUs)
      .slice(0, count),
});
