import { bucketOfValue, bucketStarts, BUCKETS_A_DECADE, EXPONENT_MIN } from '#domain/spans/value-buckets.ts';
import { bucketOf } from '../engines/memory/rows.ts';
import { valueDuckdb, valueOf } from './parts/span-values.ts';
import { spanWeightDuckdb, WEIGHT_UNIT, weightOf } from './parts/span-weight.ts';
import { spanScope, spansInRange, spanSearchDuckdb, type SpansInRange } from './parts/spans-in-range.ts';
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
    duckdb: ({ spans, isSampled }, { value, ...search }: Params) => `
      with numbers as (
        select
          start_us - (start_us % ($bucketMs::bigint * 1000) + $bucketMs::bigint * 1000) % ($bucketMs::bigint * 1000) as at_us,
          ${valueDuckdb(value)}::double as number
          ${isSampled ? `, ${spanWeightDuckdb} as weight` : ''}
        from ${spans}
        where ${spanSearchDuckdb(search).text}
          and ${valueDuckdb(value)} is not null
      ), positioned as (
        select
          *,
          case when number <> 0 then (log10(abs(number)) - ${EXPONENT_MIN}) * ${BUCKETS_A_DECADE} end as position,
          greatest(0, least(${bucketStarts.length - 1}, round(position)))::integer as near
        from numbers
      )
      select
        (at_us // 1000)::bigint as "bucketAtMs",
        case
          when number = 0 then 0
          else sign(number)::integer * (1 + near + (
            case
              when abs(position - near) > ${NEAR} then position > near
              when number > 0 then number >= list_extract(${bounds}, near + 1)
              else -number > list_extract(${bounds}, near + 1)
            end
          )::integer)
        end as bucket,
        count(*) as spans,
        ${isSampled ? 'sum(weight)::bigint' : `count(*) * ${WEIGHT_UNIT}`} as weight
      from positioned
      group by all
      order by "bucketAtMs", bucket`,
  },
  spans: (params: Params) => ({
    ...spanScope(params, 'attribute' in params.value ? [params.value.attribute] : []),
    withWeights: true,
  }),
  isSearch: true,
  bind: (params) => spanSearchDuckdb(params).parameters,
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

const bounds = `[${bucketStarts.map((start) => start.toExponential()).join(', ')}]`;
/** Buckets start at round numbers, which are so near to equal steps of the logarithm. */
const NEAR = 0.05;
