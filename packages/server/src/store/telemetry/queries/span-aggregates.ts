import type { SpanNumber } from '#domain/spans/span-condition.ts';
import type { AttributeValue } from '#domain/spans/typed-name.ts';
import { spanConditionDuckdb } from '../engines/duckdb/span-condition.ts';
import { bucketOf, byText } from '../engines/memory/rows.ts';
import type { SpanRow } from '../tables/spans.ts';
import { presentDuckdb, presentValueOf, valueDuckdb, valueOf, type SpanValue } from './parts/span-values.ts';
import { spanScope, spansInRange, spansInRangeDuckdb, type SpansInRange } from './parts/spans-in-range.ts';
import { defineQuery, text } from './query.ts';

/** A value to group by. Time buckets start at multiples of their length since the epoch, and are in Unix microseconds. */
export type SpanKey = SpanValue | { bucketMs: number };

/** A number of a span. The attribute is one whose typed name is that of a number. */
export type SpanQuantity = { number: SpanNumber } | { attribute: string };

/**
 * - `count`: all spans, or those that have one of the values.
 * - `unique`: how many different values there are. Values of an attribute have several typed names; their counts are added.
 * - `failureRate`: the share of spans whose status is an error, from 0 to 1.
 * - `percentile`: by nearest rank, the least value that at least so many percent of the values do not exceed.
 *
 * Of no value at all, a percentile and what follows is null; so is a sum or average beyond what a double can hold.
 */
export type SpanMeasure =
  | { of: 'count'; values: SpanValue[] | null }
  | { of: 'unique'; values: SpanValue[] }
  | { of: 'failureRate' }
  | { of: 'percentile'; percent: Percent; value: SpanQuantity }
  | { of: 'avg' | 'sum' | 'min' | 'max'; value: SpanQuantity };

export const percents = [50, 75, 90, 95, 99, 100] as const;
export type Percent = (typeof percents)[number];

interface Params extends SpansInRange {
  /** None: all spans are one group, unless there are none. */
  by: SpanKey[];
  measures: SpanMeasure[];
  /** An index of `measures`. Equal groups, and all without an order, are in the order of their keys, null last. */
  order: { measure: number; descending: boolean } | null;
  offset: number;
  count: number;
}

/**
 * Groups the spans of a search by these keys. `keys` and `values` are in the order of `by` and `measures`. A span that was
 * received twice counts twice.
 */
export const spanAggregates = defineQuery({
  sql: {
    duckdb: ({ spans }, { condition, by, measures, order }: Params) => {
      const keys = by.map((key, index) => `${keyDuckdb(key, index)} as k${index}`);
      const values = measures.map((measure, index) => `${measureDuckdb(measure)} as m${index}`);
      const names = { keys: by.map((_, index) => `k${index}`), values: measures.map((_, index) => `m${index}`) };
      const first = order ? [`m${order.measure} ${order.descending ? 'desc' : 'asc'} nulls last`] : [];
      const sorts = [...first, ...names.keys.map((name) => `${name} asc nulls last`)];
      return `
      with grouped as (
        select ${[...keys, ...values, 'count(*) as spans'].join(', ')}
        from ${spans}
        where ${spansInRangeDuckdb}
          and ${spanConditionDuckdb(condition).text}
        ${by.length > 0 ? 'group by all' : ''}
        having count(*) > 0
      )
      select
        json_array(${names.keys.join(', ')})::varchar as keys,
        json_array(${names.values.join(', ')})::varchar as "values"
      from grouped
      ${sorts.length > 0 ? `order by ${sorts.join(', ')}` : ''}
      limit $count::bigint
      offset $offset::bigint`;
    },
  },
  spans: (params: Params) => spanScope(params, attributesIn(params)),
  isSearch: true,
  bind: ({ condition, by }) => ({
    ...spanConditionDuckdb(condition).parameters,
    ...Object.fromEntries(by.map((key, index) => [`key${index}`, 'bucketMs' in key ? key.bucketMs : null])),
  }),
  row: {
    keys: (value) => JSON.parse(text(value)) as (AttributeValue | null)[],
    values: (value) => JSON.parse(text(value)) as (number | null)[],
  },
  memory: (rows, { by, measures, order, offset, count, ...within }) => {
    const keysOf = (span: SpanRow) => by.map((key) => keyOf(span, key));
    const grouped = Map.groupBy(spansInRange(rows, within), (span) => JSON.stringify(keysOf(span)));
    const sign = order?.descending ? -1 : 1;
    return [...grouped.values()]
      .map((group) => ({
        keys: keysOf(group[0]!),
        values: measures.map((measure) => measureOf(group, measure)),
      }))
      .sort((a, b) => {
        const [one, other] = [a, b].map(({ values }) => (order ? values[order.measure]! : null));
        return (
          (one === null || other === null ? nullsLast(one, other) : sign * (one! - other!)) || byKeys(a.keys, b.keys)
        );
      })
      .slice(offset, offset + count);
  },
});

function attributesIn({ by, measures }: Params): string[] {
  const values = [...by, ...measures.flatMap(valuesOf)];
  return values.flatMap((value) => ('attribute' in value ? [value.attribute] : []));
}

function valuesOf(measure: SpanMeasure): SpanValue[] {
  if ('value' in measure) return [measure.value];
  return 'values' in measure ? (measure.values ?? []) : [];
}

function keyDuckdb(key: SpanKey, index: number): string {
  if (!('bucketMs' in key)) return valueDuckdb(key);
  const length = `($key${index}::bigint * 1000)`;
  return `(start_us - (start_us % ${length} + ${length}) % ${length})`;
}

function textDuckdb(value: SpanValue): string {
  return `${presentDuckdb(value)}::varchar`;
}

function measureDuckdb(measure: SpanMeasure): string {
  if (measure.of === 'failureRate') return `count(*) filter (where status = 'error') / count(*)`;
  if (measure.of === 'count') {
    return measure.values === null ? 'count(*)' : `count(coalesce(${measure.values.map(textDuckdb).join(', ')}))`;
  }
  if (measure.of === 'unique') {
    return `(${measure.values.map((one) => `count(distinct ${presentDuckdb(one)})`).join(' + ')})`;
  }
  const value = presentDuckdb(measure.value);
  if (measure.of === 'min' || measure.of === 'max') return `${measure.of}(${value})`;
  // A decimal fraction, of which DuckDB calculates the rank exactly. Numbers of a closed list.
  if (measure.of === 'percentile') return `quantile_disc(${value}, ${(measure.percent / 100).toFixed(2)})`;
  const sum = measure.of === 'sum' ? `sum(${value})::double` : `(sum(${value})::double / count(${value}))`;
  return `case when isfinite(${sum}) then ${sum} end`;
}

function keyOf(span: SpanRow, key: SpanKey): AttributeValue | null {
  return 'bucketMs' in key ? bucketOf(span.startUs, key.bucketMs * 1000) : valueOf(span, key);
}

function measureOf(group: SpanRow[], measure: SpanMeasure): number | null {
  if (measure.of === 'failureRate') return group.filter(({ status }) => status === 'error').length / group.length;
  const present = (value: SpanValue) => group.map((span) => presentValueOf(span, value)).filter((one) => one !== null);
  if (measure.of === 'count') {
    const { values } = measure;
    if (values === null) return group.length;
    return group.filter((span) => values.some((value) => presentValueOf(span, value) !== null)).length;
  }
  if (measure.of === 'unique') {
    return measure.values.reduce((sum, value) => sum + new Set(present(value)).size, 0);
  }
  const all = present(measure.value);
  const sorted = all.map(Number).sort((a, b) => a - b);
  if (sorted.length === 0) return null;
  if (measure.of === 'min') return sorted[0]!;
  if (measure.of === 'max') return sorted.at(-1)!;
  if (measure.of === 'percentile') return sorted[Math.ceil((measure.percent * sorted.length) / 100) - 1]!;
  const sum = sorted.reduce((before, one) => before + one, 0);
  const result = measure.of === 'sum' ? sum : sum / sorted.length;
  return Number.isFinite(result) ? result : null;
}

function nullsLast(a: unknown, b: unknown): number {
  return Number(a === null) - Number(b === null);
}

function byKeys(a: readonly (AttributeValue | null)[], b: readonly (AttributeValue | null)[]): number {
  for (const [index, one] of a.entries()) {
    const other = b[index]!;
    if (one === null || other === null) {
      if (one !== other) return nullsLast(one, other);
    } else {
      const compared = typeof one === 'string' ? byText(one, String(other)) : Number(one) - Number(other);
      if (compared !== 0) return compared;
    }
  }
  return 0;
}
