import type { SpanNumber } from '#domain/spans/span-condition.ts';
import type { AttributeValue } from '#domain/spans/typed-name.ts';
import { bucketOf, byText } from '../engines/memory/rows.ts';
import type { SpanRow } from '../tables/spans.ts';
import { presentDuckdb, presentValueOf, valueDuckdb, valueOf, type SpanValue } from './parts/span-values.ts';
import { spanScope, spansInRange, spanSearchDuckdb, type SpansInRange } from './parts/spans-in-range.ts';
import { spanWeightDuckdb, WEIGHT_UNIT, weightOf } from './parts/span-weight.ts';
import { defineQuery, integer, number, text } from './query.ts';

/** A value to group by. Time buckets start at multiples of their length since the epoch, and are in Unix microseconds. */
export type SpanKey = SpanValue | { bucketMs: number };

/** A number of a span. The attribute is one whose typed name is that of a number. */
export type SpanQuantity = { number: SpanNumber } | { attribute: string };

/**
 * - `count`: all spans, or those that have one of the values.
 * - `unique`: how many different values there are. Values of an attribute have several typed names; their counts are added.
 * - `failureRate`: the share of spans whose status is an error, from 0 to 1.
 * - `percentile`: by nearest rank, the least value that at least so many percent of the values do not exceed.
 * - `samples`: the spans that are stored.
 *
 * Spans of sampled traces count, in everything but `unique`, `min`, `max` and `samples`, as those that they stand for.
 * Of no value at all, a percentile and what follows is null; so is a sum or average beyond what a double can hold.
 */
export type SpanMeasure =
  | { of: 'count'; values: SpanValue[] | null }
  | { of: 'unique'; values: SpanValue[] }
  | { of: 'failureRate' }
  | { of: 'samples' }
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
 * Groups the spans of a search by these keys. `keys` and `values` are in the order of `by` and `measures`; `spans` is how
 * many there are, and `estimated` how many they stand for. A span that was received twice counts twice.
 */
export const spanAggregates = defineQuery({
  sql: {
    duckdb: ({ spans, isSampled }, { by, measures, order, ...search }: Params) => {
      const names = { keys: by.map((_, index) => `k${index}`), values: measures.map((_, index) => `m${index}`) };
      const keys = by.map((key, index) => `${keyDuckdb(key, index)} as k${index}`);
      const from = `
        from ${spans}
        where ${spanSearchDuckdb(search).text}`;
      const first = order ? [`m${order.measure} ${order.descending ? 'desc' : 'asc'} nulls last`] : [];
      const sorts = [...first, ...names.keys.map((name) => `${name} asc nulls last`)];
      return `
      with ${isSampled ? weighted(keys, names.keys, measures, from) : plain(keys, measures, from)}
      select
        json_array(${names.keys.join(', ')})::varchar as keys,
        json_array(${names.values.join(', ')})::varchar as "values",
        spans,
        estimated
      from grouped
      ${sorts.length > 0 ? `order by ${sorts.join(', ')}` : ''}
      limit $count::bigint
      offset $offset::bigint`;
    },
  },
  spans: (params: Params) => ({ ...spanScope(params, attributesIn(params)), withWeights: true }),
  isSearch: true,
  bind: ({ by, ...search }) => ({
    ...spanSearchDuckdb(search).parameters,
    ...Object.fromEntries(by.map((key, index) => [`key${index}`, 'bucketMs' in key ? key.bucketMs : null])),
  }),
  row: {
    keys: (value) => JSON.parse(text(value)) as (AttributeValue | null)[],
    values: (value) => JSON.parse(text(value)) as (number | null)[],
    spans: integer,
    estimated: number,
  },
  memory: (rows, { by, measures, order, offset, count, ...within }) => {
    const keysOf = (span: SpanRow) => by.map((key) => keyOf(span, key));
    const grouped = Map.groupBy(spansInRange(rows, within), (span) => JSON.stringify(keysOf(span)));
    const sign = order?.descending ? -1 : 1;
    return [...grouped.values()]
      .map((group) => ({
        keys: keysOf(group[0]!),
        values: measures.map((measure) => measureOf(group, measure)),
        spans: group.length,
        estimated: estimatedOf(group),
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

/** The table `grouped`, if every span stands for itself. */
function plain(keys: string[], measures: SpanMeasure[], from: string): string {
  const values = measures.map((measure, index) => `${measureDuckdb(measure)} as m${index}`);
  return `grouped as (
        select ${[...keys, ...values, 'count(*) as spans', 'count(*)::double as estimated'].join(', ')}
        ${from}
        ${keys.length > 0 ? 'group by all' : ''}
        having count(*) > 0
      )`;
}

/** The same if spans stand for others. A percentile needs the weight of the values up to each value. */
function weighted(keys: string[], names: string[], measures: SpanMeasure[], from: string): string {
  const percentiles = measures.flatMap((measure, index) => (measure.of === 'percentile' ? [{ measure, index }] : []));
  const values = measures.map(
    (measure, index) => `${measure.of === 'percentile' ? `p${index}` : weightedDuckdb(measure)} as m${index}`,
  );
  const ranked = percentiles.flatMap(({ measure, index }) => {
    const present = `(partition by ${[...names, `v${index} is null`].join(', ')}`;
    return [
      `case when v${index} is not null
        and sum(weight) over ${present} order by v${index}) * 100 >= sum(weight) over ${present}) * ${measure.percent}
        then v${index} end as r${index}`,
    ];
  });
  const quantities = percentiles.map(({ measure, index }) => `${presentDuckdb(measure.value)} as v${index}`);
  const withoutPercentiles = values.filter((_, index) => measures[index]!.of !== 'percentile');
  const least = percentiles.map(({ index }) => `min(r${index}) as m${index}`);
  const groups = names.length > 0 ? 'group by all' : '';
  const measured = `
        select ${[...keys, ...withoutPercentiles, 'count(*) as spans', `${estimatedDuckdb} as estimated`].join(', ')}
        ${from}
        ${groups}
        having count(*) > 0`;
  if (percentiles.length === 0) return `grouped as (${measured})`;
  const isSame = names.map((name) => `measured.${name} is not distinct from percentiles.${name}`);
  return `measured as (${measured}),
      weighed as (select ${[...keys, ...quantities, `${spanWeightDuckdb} as weight`].join(', ')} ${from}),
      ranked as (select ${[...names, ...ranked].join(', ')} from weighed),
      percentiles as (select ${[...names, ...least].join(', ')} from ranked ${groups}),
      grouped as (
        select measured.*, percentiles.* ${names.length > 0 ? `exclude (${names.join(', ')})` : ''}
        from measured join percentiles on ${['true', ...isSame].join(' and ')}
      )`;
}

const estimatedDuckdb = `(sum(${spanWeightDuckdb})::double / ${WEIGHT_UNIT})`;

function weightedDuckdb(measure: Exclude<SpanMeasure, { of: 'percentile' }>): string {
  const weightWhere = (condition: string) =>
    `(coalesce(sum(${spanWeightDuckdb}) filter (where ${condition}), 0)::double / ${WEIGHT_UNIT})`;
  if (measure.of === 'failureRate') return `(${weightWhere(`status = 'error'`)} / ${estimatedDuckdb})`;
  if (measure.of === 'count') {
    const { values } = measure;
    return values === null
      ? estimatedDuckdb
      : weightWhere(`coalesce(${values.map(textDuckdb).join(', ')}) is not null`);
  }
  if (measure.of !== 'sum' && measure.of !== 'avg') return measureDuckdb(measure);
  const value = presentDuckdb(measure.value);
  const all = `sum(${value}::double * (${spanWeightDuckdb} / ${WEIGHT_UNIT}))`;
  const sum = measure.of === 'sum' ? all : `(${all} / nullif(${weightWhere(`${value} is not null`)}, 0))`;
  return `case when isfinite(${sum}) then ${sum} end`;
}

function measureDuckdb(measure: SpanMeasure): string {
  if (measure.of === 'samples') return 'count(*)';
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

function estimatedOf(group: SpanRow[]): number {
  return Number(group.reduce((sum, span) => sum + BigInt(weightOf(span)), 0n)) / WEIGHT_UNIT;
}

function measureOf(group: SpanRow[], measure: SpanMeasure): number | null {
  if (measure.of === 'samples') return group.length;
  if (measure.of === 'failureRate') {
    return estimatedOf(group.filter(({ status }) => status === 'error')) / estimatedOf(group);
  }
  const present = (value: SpanValue) => group.filter((span) => presentValueOf(span, value) !== null);
  if (measure.of === 'count') {
    const { values } = measure;
    return estimatedOf(
      values === null ? group : group.filter((span) => values.some((value) => presentValueOf(span, value) !== null)),
    );
  }
  if (measure.of === 'unique') {
    return measure.values.reduce(
      (sum, value) => sum + new Set(present(value).map((span) => presentValueOf(span, value))).size,
      0,
    );
  }
  const numberOf = (span: SpanRow) => Number(presentValueOf(span, measure.value));
  const all = present(measure.value).sort((a, b) => numberOf(a) - numberOf(b));
  if (all.length === 0) return null;
  if (measure.of === 'min') return numberOf(all[0]!);
  if (measure.of === 'max') return numberOf(all.at(-1)!);
  if (measure.of === 'percentile') {
    const weight = all.reduce((sum, span) => sum + BigInt(weightOf(span)), 0n) * BigInt(measure.percent);
    let below = 0n;
    return numberOf(all.find((span) => (below += BigInt(weightOf(span)) * 100n) >= weight)!);
  }
  const sum = all.reduce((before, span) => before + numberOf(span) * (weightOf(span) / WEIGHT_UNIT), 0);
  const result = measure.of === 'sum' ? sum : sum / estimatedOf(all);
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
