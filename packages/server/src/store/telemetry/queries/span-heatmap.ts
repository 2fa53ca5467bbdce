import { bucketOfValue, bucketStarts, BUCKETS_A_DECADE, EXPONENT_MIN } from '#domain/spans/value-buckets.ts';
import { spanConditionDuckdb } from '../engines/duckdb/span-condition.ts';
import { bucketOf } from '../engines/memory/rows.ts';
import { valueDuckdb, valueOf } from './parts/span-values.ts';
import { spanWeightDuckdb, weightOf } from './parts/span-weight.ts';
import { spanScope, spansInRange, spansInRangeDuckdb, type SpansInRange } from './parts/spans-in-range.ts';
import { defineQuery, integer } from './query.ts';
import type { SpanQuantity } from './span-aggregates.ts';

interface Params extends SpansInRange {
  value: SpanQuantity;
  /** Time buckets start at multiples of it since the epoch. */
  bucketMs: number;
}

/**
 * How many spans of a search start in each time bucket with a number in each bucket of `value-buckets.ts`, without empty cells, and
 * how many they stand for (`span-weight.ts`). Spans without the attribute are left out.
 */
export const spanHeatmap = defineQuery({
  sql: {
    duckdb: ({ spans }, { condition, value }: Params) => `
      with numbers as (
        select start_us, ${valueDuckdb(value)}::double as number, ${spanWeightDuckdb} as weight
        from ${spans}
        where ${spansInRangeDuckdb}
          and ${spanConditionDuckdb(condition).text}
          and ${valueDuckdb(value)} is not null
      ), near as (
        select
          start_us - (start_us % ($bucketMs::bigint * 1000) + $bucketMs::bigint * 1000) % ($bucketMs::bigint * 1000) as at_us,
          number,
          weight,
          abs(number) as amount,
          -- Of the bounds, whose index the logarithm misses by at most one.
          case when number <> 0 then
            greatest(0, least(${bucketStarts.length - 1}, floor((log10(abs(number)) - ${EXPONENT_MIN}) * ${BUCKETS_A_DECADE})))::integer
          end as near
        from numbers
      )
      select
        (at_us // 1000)::bigint as "bucketAtMs",
        case
          when number > 0 then 1 + near
            + (amount >= list_extract(${bounds}, near + 1))::integer
            + (amount >= list_extract(${bounds}, near + 2))::integer
          when number < 0 then -1 - near
            - (amount > list_extract(${bounds}, near + 1))::integer
            - (amount > list_extract(${bounds}, near + 2))::integer
          else 0
        end::integer as bucket,
        count(*) as spans,
        sum(weight)::bigint as weight
      from near
      group by all
      order by "bucketAtMs", bucket`,
  },
  spans: (params: Params) => spanScope(params, 'attribute' in params.value ? [params.value.attribute] : []),
  isSearch: true,
  bind: ({ condition }) => spanConditionDuckdb(condition).parameters,
  row: { bucketAtMs: integer, bucket: integer, spans: integer, weight: integer },
  memory: (rows, { value, bucketMs, ...within }) => {
    const cells = spansInRange(rows, within).flatMap((span) => {
      const number = valueOf(span, value);
      if (number === null) return [];
      const bucketAtMs = bucketOf(span.startUs, bucketMs * 1000) / 1000;
      return [{ bucketAtMs, bucket: bucketOfValue(Number(number)), weight: weightOf(span) }];
    });
    return [...Map.groupBy(cells, ({ bucketAtMs, bucket }) => `${bucketAtMs} ${bucket}`).values()]
      .map((same) => ({
        ...same[0]!,
        spans: same.length,
        weight: same.reduce((sum, { weight }) => sum + weight, 0),
      }))
      .sort((a, b) => a.bucketAtMs - b.bucketAtMs || a.bucket - b.bucket);
  },
});

const bounds = `[${bucketStarts.map((start) => start.toExponential()).join(', ')}, 'infinity'::double]`;
