import type { SpanCondition } from '#domain/spans/span-condition.ts';
import { attributesOf } from '#domain/spans/span-condition.ts';
import { typeOfName } from '#domain/spans/typed-name.ts';
import { spanFulfillsDuckdb } from '../engines/duckdb/span-condition.ts';
import { byText } from '../engines/memory/rows.ts';
import { spanMatches } from '../engines/memory/span-condition.ts';
import type { SpanRow } from '../tables/spans.ts';
import { spanIdDuckdb } from './parts/span-ids.ts';
import { spanWeightDuckdb, weightOf } from './parts/span-weight.ts';
import { presentDuckdb, presentValueOf, type SpanValue } from './parts/span-values.ts';
import { spanScope, spansInRange, spanSearchDuckdb, type SpansInRange } from './parts/spans-in-range.ts';
import { defineQuery, integer, orNull, text } from './query.ts';

interface Params extends SpansInRange {
  /** Which spans of the search are selected; the others are the rest. */
  selection: SpanCondition;
  /** How much of each is read, in parts of `SAMPLE_PARTS`. */
  selectedParts: number;
  restParts: number;
  values: SpanValue[];
  /** Values with a group of their own, and groups of the numbers that have more. */
  valueCount: number;
  binCount: number;
  /** Characters of a text; longer ones are trimmed before they are compared. */
  charsMax: number;
}

/** A prime number. Span IDs are random, so their remainders are a random sample that is the same each time. */
export const SAMPLE_PARTS = 999_983;

/**
 * How the values of spans are distributed in a selection and in the rest, in one pass over a sample. `value` is an index of `values`, of
 * which spans without it are left out. Each has groups:
 *
 * - `value`: one value; those with the largest shares in the selection or the rest come first.
 * - `bin`: of numbers with more values than `valueCount`, all: as many numbers in each bin as equal ones allow.
 * - `other`: of texts, the other values together.
 *
 * `values`, `selectedValues` and `restValues` say how many different values a group has; `example` is the highest ID of a selected span. A weight says
 * how many spans they stand for (`span-weight.ts`); `selectedSquares` and `restSquares` are the sums of its squares.
 */
export const spanDistributions = defineQuery({
  sql: {
    duckdb: ({ spans }, { selection, values, ...search }: Params) => {
      const texts = values.map((value) => (isNumber(value) ? 'null' : textDuckdb(value)));
      const isSelected = spanFulfillsDuckdb(selection, 's').text;
      const numbers = values.map((value) => (isNumber(value) ? `${presentDuckdb(value)}::double` : 'null'));
      return `
      with sampled as (
        select
          ${isSelected} as is_selected,
          span_id,
          ${spanWeightDuckdb} as span_weight,
          [${texts.join(', ')}]::varchar[] as texts,
          [${numbers.join(', ')}]::double[] as numbers
        from ${spans}
        where ${spanSearchDuckdb(search).text}
          and span_id % ${SAMPLE_PARTS} < case when ${isSelected} then $selectedParts::bigint else $restParts::bigint end
      ), pairs as (
        select
          is_selected,
          span_id,
          span_weight,
          unnest(range(${values.length})) as "value",
          unnest(texts) as text,
          unnest(numbers) as number
        from sampled
      ), counted as materialized (
        select
          "value", text, number,
          count(*) filter (where is_selected) as selected,
          count(*) filter (where not is_selected) as rest,
          coalesce(sum(span_weight) filter (where is_selected), 0)::bigint as selected_weight,
          coalesce(sum(span_weight) filter (where not is_selected), 0)::bigint as rest_weight,
          coalesce(sum(span_weight::double * span_weight) filter (where is_selected), 0) as selected_squares,
          coalesce(sum(span_weight::double * span_weight) filter (where not is_selected), 0) as rest_squares,
          max(span_id) filter (where is_selected) as example
        from pairs
        where text is not null or number is not null
        group by all
      ), totals as (
        select
          "value",
          count(*) as value_count,
          sum(selected)::bigint as all_selected,
          sum(rest)::bigint as all_rest
        from counted
        group by "value"
      ), ranked as (
        select
          *,
          all_selected + all_rest as present,
          sum(selected + rest) over (
            partition by "value" order by number, text rows between unbounded preceding and current row
          ) - (selected + rest) as before,
          greatest(selected * all_rest, rest * all_selected) as frequency
        from counted join totals using ("value")
      ), placed as (
        select
          *,
          number is not null and value_count > $valueCount::bigint as is_binned,
          row_number() over (
            partition by "value" order by frequency desc, selected + rest desc, number, text
          ) as place
        from ranked
      ), grouped as (
        select
          *,
          case when is_binned then 'bin' when place <= $valueCount::bigint then 'value' else 'other' end as "group",
          case
            when is_binned then before * $binCount::bigint // present
            when place <= $valueCount::bigint then place
            else 0
          end as position
        from placed
      )
      select
        "value",
        "group",
        case "group" when 'value' then min(text) end as text,
        min(number) as least,
        max(number) as most,
        sum(selected)::bigint as selected,
        sum(rest)::bigint as rest,
        sum(selected_weight)::double as "selectedWeight",
        sum(rest_weight)::double as "restWeight",
        sum(selected_squares)::double as "selectedSquares",
        sum(rest_squares)::double as "restSquares",
        count(*) as "values",
        count(*) filter (where selected > 0) as "selectedValues",
        count(*) filter (where rest > 0) as "restValues",
        ${spanIdDuckdb('max(example)')} as example
      from grouped
      group by "value", "group", position
      order by "value", "group" desc, position`;
    },
  },
  spans: (params: Params) =>
    spanScope(params, [
      ...attributesOf(params.selection),
      ...params.values.flatMap((value) => ('attribute' in value ? [value.attribute] : [])),
    ]),
  isSearch: true,
  bind: ({ selection, ...search }) => ({
    ...spanSearchDuckdb(search).parameters,
    ...spanFulfillsDuckdb(selection, 's').parameters,
  }),
  row: {
    value: integer,
    group: (value) => text(value) as 'value' | 'bin' | 'other',
    text: orNull(text),
    least: orNull(Number),
    most: orNull(Number),
    selected: integer,
    rest: integer,
    selectedWeight: integer,
    restWeight: integer,
    selectedSquares: integer,
    restSquares: integer,
    values: integer,
    selectedValues: integer,
    restValues: integer,
    example: text,
  },
  memory: (rows, { selection, selectedParts, restParts, values, ...bounds }) => {
    const isSelected = spanMatches(selection);
    const sampled = spansInRange(rows, bounds).filter((span) => {
      const part = Number(BigInt(`0x${span.spanId}`) % BigInt(SAMPLE_PARTS));
      return part < (isSelected(span) ? selectedParts : restParts);
    });
    return values.flatMap((value, index) => groupsOf(sampled, isSelected, value, index, bounds));
  },
});

function isNumber(value: SpanValue): boolean {
  if ('number' in value) return value.number !== 'projectId';
  return 'attribute' in value && typeOfName(value.attribute) === 'number';
}

function textDuckdb(value: SpanValue): string {
  return `left(${presentDuckdb(value)}::varchar, $charsMax::bigint)`;
}

function groupsOf(
  sampled: SpanRow[],
  isSelected: (span: SpanRow) => boolean,
  value: SpanValue,
  index: number,
  { valueCount, binCount, charsMax }: Pick<Params, 'valueCount' | 'binCount' | 'charsMax'>,
) {
  const present = sampled.flatMap((span) => {
    const one = presentValueOf(span, value);
    if (one === null) return [];
    return [{ span, own: isNumber(value) ? Number(one) : Array.from(String(one)).slice(0, charsMax).join('') }];
  });
  const all = [...Map.groupBy(present, ({ own }) => own)]
    .map(([own, found]) => {
      const selected = found.filter(({ span }) => isSelected(span));
      const example =
        selected
          .map(({ span }) => span.spanId)
          .toSorted()
          .at(-1) ?? '';
      const weights = (side: boolean) =>
        found.filter(({ span }) => isSelected(span) === side).map(({ span }) => weightOf(span));
      return {
        own,
        selected: selected.length,
        rest: found.length - selected.length,
        selectedWeight: total(weights(true)),
        restWeight: total(weights(false)),
        selectedSquares: total(weights(true).map((weight) => weight ** 2)),
        restSquares: total(weights(false).map((weight) => weight ** 2)),
        example,
      };
    })
    .sort((a, b) => byValue(a.own, b.own));
  const [selectedTotal, restTotal] = [sum(all, 'selected'), sum(all, 'rest')];
  const frequencyOf = (one: (typeof all)[number]) => Math.max(one.selected * restTotal, one.rest * selectedTotal);
  const places = all.toSorted(
    (a, b) => frequencyOf(b) - frequencyOf(a) || b.selected + b.rest - (a.selected + a.rest) || byValue(a.own, b.own),
  );
  const isBinned = isNumber(value) && all.length > valueCount;
  const grouped = Map.groupBy(isBinned ? all : places, (one) => {
    if (!isBinned) return Math.min(places.indexOf(one), valueCount);
    const before = total(all.slice(0, all.indexOf(one)).map(({ selected, rest }) => selected + rest));
    return Math.floor((before * binCount) / present.length);
  });
  return [...grouped].map(([position, group]) => {
    const kind = isBinned ? ('bin' as const) : position < valueCount ? ('value' as const) : ('other' as const);
    const numbers = isNumber(value) ? group.map(({ own }) => Number(own)) : [];
    return {
      value: index,
      group: kind,
      text: kind === 'value' && !isNumber(value) ? String(group[0]!.own) : null,
      least: isNumber(value) ? Math.min(...numbers) : null,
      most: isNumber(value) ? Math.max(...numbers) : null,
      selected: sum(group, 'selected'),
      rest: sum(group, 'rest'),
      selectedWeight: sum(group, 'selectedWeight'),
      restWeight: sum(group, 'restWeight'),
      selectedSquares: sum(group, 'selectedSquares'),
      restSquares: sum(group, 'restSquares'),
      values: group.length,
      selectedValues: group.filter(({ selected }) => selected > 0).length,
      restValues: group.filter(({ rest }) => rest > 0).length,
      example: group
        .map(({ example }) => example)
        .toSorted()
        .at(-1)!,
    };
  });
}

function byValue(a: string | number, b: string | number): number {
  return typeof a === 'string' ? byText(a, String(b)) : a - Number(b);
}

function sum<Name extends string>(all: readonly Record<Name, number>[], name: Name): number {
  return total(all.map((one) => one[name]));
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}
