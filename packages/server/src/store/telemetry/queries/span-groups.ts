import { attributesOf, type SpanCondition } from '#domain/spans/span-condition.ts';
import type { SpanKind } from '#domain/spans/span-kind.ts';
import { spanFulfillsDuckdb } from '../engines/duckdb/span-condition.ts';
import { spanMatches } from '../engines/memory/span-condition.ts';
import { byKeys } from '../engines/memory/rows.ts';
import type { SpanRow } from '../tables/spans.ts';
import { presentDuckdb, presentValueOf } from './parts/span-values.ts';
import { spanScope, spansInRange, spanSearchDuckdb, type SpansInRange } from './parts/spans-in-range.ts';
import { spanWeightDuckdb, WEIGHT_UNIT, weightOf } from './parts/span-weight.ts';
import { defineQuery, integer, number, orNull, projectId, text } from './query.ts';

interface Params extends SpansInRange {
  /** How spans are named. Those of the same name, service and project are a group. */
  naming: SpanKind['naming'];
  /** The spans that are compared with the others. */
  current: SpanCondition;
  count: number;
}

/**
 * Compares some spans of a search with the others, group by group. The groups with the longest current spans, added up, come
 * first. Percentiles are by nearest rank. A span is *slow* if it took as long as the 95th percentile of its whole group, or
 * longer.
 * `groupCount` and `allUs` are of all groups. Spans of sampled traces count as those that they stand for, except in
 * `currentSpans` and `previousSpans`. A span that was received twice counts twice.
 */
export const spanGroups = defineQuery({
  sql: {
    duckdb: ({ spans, isSampled }, { naming, current, ...search }: Params) => `
      with named as materialized (
        select
          project_id, service, ${nameDuckdb(naming)} as name, duration_us, status = 'error' as has_failed,
          ${spanFulfillsDuckdb(current, 'c').text} as is_current
          ${isSampled ? `, ${spanWeightDuckdb} as weight` : ''}
        from ${spans}
        where ${spanSearchDuckdb(search).text}
      )${isSampled ? `, ${weightedPercentiles}` : ''}, grouped as (
        select
          project_id, service, name,
          ${sides((of, side) => `count(*) filter (where ${of}) as ${side}_spans`)},
          ${sides((of, side) => `${estimated(isSampled, of)} as ${side}_count`)},
          ${sides((of, side) => `${effective(isSampled, of)} as ${side}_effective`)},
          ${sides((of, side) => `${estimated(isSampled, `has_failed and ${of}`)} as ${side}_failed`)},
          ${sides((of, side) => `${estimated(isSampled, of, 'duration_us')} as ${side}_us`)},
          ${
            isSampled
              ? 'any_value(current_percentiles) as current_percentiles, any_value(previous_percentiles) as previous_percentiles, any_value(p95) as p95'
              : `${sides((of, side) => `quantile_disc(duration_us, [0.50, 0.75, 0.95]) filter (where ${of}) as ${side}_percentiles`)},
          quantile_disc(duration_us, 0.95) as p95`
          }
        from named
        ${isSampled ? 'join percentiles using (project_id, service, name)' : ''}
        group by project_id, service, name
      ), listed as (
        select *, count(*) over () as groups, sum(current_us) over () as all_us
        from grouped
        order by current_us desc, project_id, service, name
        limit $count::bigint
      ), slow as (
        select
          project_id, service, name,
          ${sides((of, side) => `${estimated(isSampled, of)} as ${side}_slow`)}
        from named
        join listed using (project_id, service, name)
        where duration_us >= p95
        group by project_id, service, name
      )
      select
        project_id as "projectId",
        service,
        name,
        groups as "groupCount",
        (all_us::double / ${unitOf(isSampled)}) as "allUs",
        ${sides((_, side) => columnsOf(side, unitOf(isSampled)))}
      from listed
      left join slow using (project_id, service, name)
      order by current_us desc, project_id, service, name`,
  },
  spans: (params: Params) => {
    const texts = params.naming.flat().flatMap(({ value }) => ('attribute' in value ? [value.attribute] : []));
    return { ...spanScope(params, [...texts, ...attributesOf(params.current)]), withWeights: true };
  },
  isSearch: true,
  bind: ({ current, ...search }) => ({
    ...spanSearchDuckdb(search).parameters,
    ...spanFulfillsDuckdb(current, 'c').parameters,
  }),
  row: {
    projectId,
    service: text,
    name: text,
    groupCount: integer,
    allUs: number,
    currentSpans: integer,
    currentCount: number,
    currentEffective: number,
    currentFailed: number,
    currentSlow: number,
    currentUs: number,
    currentP50: orNull(integer),
    currentP75: orNull(integer),
    currentP95: orNull(integer),
    previousSpans: integer,
    previousCount: number,
    previousEffective: number,
    previousFailed: number,
    previousSlow: number,
    previousUs: number,
    previousP50: orNull(integer),
    previousP75: orNull(integer),
    previousP95: orNull(integer),
  },
  memory: (rows, { naming, current, count, ...within }) => {
    const isCurrent = spanMatches(current);
    const keysOf = (span: SpanRow) => [span.projectId, span.service, nameOf(span, naming)] as const;
    const grouped = Map.groupBy(spansInRange(rows, within), (span) => JSON.stringify(keysOf(span)));
    const all = [...grouped.values()].map((group) => {
      const [id, service, name] = keysOf(group[0]!);
      const p95 = percentile(group, 95)!;
      const now = sideOf(group.filter(isCurrent), p95);
      const before = sideOf(
        group.filter((span) => !isCurrent(span)),
        p95,
      );
      return {
        projectId: id,
        service,
        name,
        units: now.units,
        currentSpans: now.spans,
        currentCount: now.count,
        currentEffective: now.effective,
        currentFailed: now.failed,
        currentSlow: now.slow,
        currentUs: now.us,
        currentP50: now.p50,
        currentP75: now.p75,
        currentP95: now.p95,
        previousSpans: before.spans,
        previousCount: before.count,
        previousEffective: before.effective,
        previousFailed: before.failed,
        previousSlow: before.slow,
        previousUs: before.us,
        previousP50: before.p50,
        previousP75: before.p75,
        previousP95: before.p95,
      };
    });
    const allUs = Number(all.reduce((sum, { units }) => sum + units, 0n)) / WEIGHT_UNIT;
    return all
      .sort(
        (a, b) =>
          Number(b.units - a.units) || byKeys([a.projectId, a.service, a.name], [b.projectId, b.service, b.name]),
      )
      .slice(0, count)
      .map((group) => ({ ...group, groupCount: all.length, allUs }));
  },
});

export function nameDuckdb(naming: SpanKind['naming']): string {
  const lists = naming.map((list) =>
    list.map(({ value }) => `nullif(${presentDuckdb(value)}, '')`).join(` || ' ' || `),
  );
  return `coalesce(${lists.join(', ')}, '')`;
}

function sides(of: (condition: string, side: 'current' | 'previous') => string): string {
  return [of('is_current', 'current'), of('not is_current', 'previous')].join(', ');
}

function columnsOf(side: 'current' | 'previous', unit: number): string {
  return `
        ${side}_spans as "${side}Spans",
        (${side}_count::double / ${unit}) as "${side}Count",
        ${side}_effective as "${side}Effective",
        (${side}_failed::double / ${unit}) as "${side}Failed",
        (coalesce(${side}_slow, 0)::double / ${unit}) as "${side}Slow",
        (${side}_us::double / ${unit}) as "${side}Us",
        ${side}_percentiles[1] as "${side}P50",
        ${side}_percentiles[2] as "${side}P75",
        ${side}_percentiles[3] as "${side}P95"`;
}

const unitOf = (isSampled: boolean): number => (isSampled ? WEIGHT_UNIT : 1);

/** How many spans those of a condition stand for, or a sum of theirs, in units of the weight. */
function estimated(isSampled: boolean, condition: string, of = '1'): string {
  const each = isSampled ? `${of} * weight::hugeint` : of;
  return `coalesce(sum(${each}) filter (where ${condition}), 0)::hugeint`;
}

/** How many spans of equal weight tell as much (Kish, Survey Sampling, 1965). */
function effective(isSampled: boolean, condition: string): string {
  if (!isSampled) return `(count(*) filter (where ${condition}))::double`;
  const sum = (of: string) => `sum(${of}) filter (where ${condition})::double`;
  return `coalesce(${sum('weight')} * ${sum('weight')} / ${sum('weight::hugeint * weight')}, 0)`;
}

/** The least durations up to which so much of the weight is. */
const group = 'partition by project_id, service, name';
const percentilesOf = (condition: string) =>
  [50, 75, 95].map((percent) => `min(duration_us) filter (where ${condition} and up_to * 100 >= weights * ${percent})`);
const weightedPercentiles = `ranked as (
        select
          project_id, service, name, duration_us, is_current,
          sum(weight) over (${group}, is_current order by duration_us) as up_to,
          sum(weight) over (${group}, is_current) as weights,
          sum(weight) over (${group} order by duration_us) as both_up_to,
          sum(weight) over (${group}) as both_weights
        from named
      ), percentiles as (
        select
          project_id, service, name,
          [${percentilesOf('is_current').join(', ')}] as current_percentiles,
          [${percentilesOf('not is_current').join(', ')}] as previous_percentiles,
          min(duration_us) filter (where both_up_to * 100 >= both_weights * 95) as p95
        from ranked
        group by project_id, service, name
      )`;

function nameOf(span: SpanRow, naming: SpanKind['naming']): string {
  for (const list of naming) {
    const texts = list.map(({ value }) => presentValueOf(span, value) ?? '');
    if (texts.every((each) => each !== '')) return texts.join(' ');
  }
  return '';
}

function sideOf(spans: SpanRow[], limitUs: number) {
  const units = spans.reduce((sum, span) => sum + BigInt(span.durationUs) * BigInt(weightOf(span)), 0n);
  const weights = spans.map((span) => BigInt(weightOf(span)));
  const squares = weights.reduce((sum, weight) => sum + weight * weight, 0n);
  const sum = Number(sumOf(spans));
  return {
    spans: spans.length,
    count: estimateOf(spans),
    effective: spans.length === 0 ? 0 : (sum * sum) / Number(squares),
    failed: estimateOf(spans.filter(({ status }) => status === 'error')),
    slow: estimateOf(spans.filter(({ durationUs }) => durationUs >= limitUs)),
    units,
    us: Number(units) / WEIGHT_UNIT,
    p50: percentile(spans, 50),
    p75: percentile(spans, 75),
    p95: percentile(spans, 95),
  };
}

const sumOf = (spans: SpanRow[]): bigint => spans.reduce((sum, span) => sum + BigInt(weightOf(span)), 0n);
const estimateOf = (spans: SpanRow[]): number => Number(sumOf(spans)) / WEIGHT_UNIT;

function percentile(spans: SpanRow[], percent: number): number | null {
  const sorted = spans.toSorted((a, b) => a.durationUs - b.durationUs);
  const wanted = sumOf(spans) * BigInt(percent);
  let below = 0n;
  return sorted.find((span) => (below += BigInt(weightOf(span)) * 100n) >= wanted)?.durationUs ?? null;
}
