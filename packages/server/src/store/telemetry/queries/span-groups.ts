import { attributesOf, type SpanCondition } from '#domain/spans/span-condition.ts';
import type { SpanKind } from '#domain/spans/span-kind.ts';
import { spanConditionDuckdb } from '../engines/duckdb/span-condition.ts';
import { spanMatches } from '../engines/memory/span-condition.ts';
import { byKeys } from '../engines/memory/rows.ts';
import type { SpanRow } from '../tables/spans.ts';
import { presentDuckdb, presentValueOf } from './parts/span-values.ts';
import { spanScope, spansInRange, spansInRangeDuckdb, type SpansInRange } from './parts/spans-in-range.ts';
import { defineQuery, integer, orNull, projectId, text } from './query.ts';

interface Params extends SpansInRange {
  /** How spans are named. Those of the same name, service and project are a group. */
  naming: SpanKind['naming'];
  /** The spans that are compared with the others. */
  current: SpanCondition;
  count: number;
}

/**
 * Compares some spans of a search with the others, group by group. The groups with the longest current spans, added up, come
 * first. Percentiles are by nearest rank. A span is *slow* if it took as
 * long as the 95th percentile of its whole group, or longer.
 * `groupCount` and `allUs` are of all groups. A span that was received twice counts twice.
 */
export const spanGroups = defineQuery({
  sql: {
    duckdb: ({ spans }, { condition, naming, current }: Params) => `
      with named as materialized (
        select
          project_id, service, ${nameDuckdb(naming)} as name, duration_us, status = 'error' as has_failed,
          ${spanConditionDuckdb(current, 'c').text} as is_current
        from ${spans}
        where ${spansInRangeDuckdb}
          and ${spanConditionDuckdb(condition).text}
      ), grouped as (
        select
          project_id, service, name,
          ${sides((of, side) => `count(*) filter (where ${of}) as ${side}_count`)},
          ${sides((of, side) => `count(*) filter (where has_failed and ${of}) as ${side}_failed`)},
          ${sides((of, side) => `coalesce(sum(duration_us) filter (where ${of}), 0)::bigint as ${side}_us`)},
          ${sides((of, side) => `quantile_disc(duration_us, [0.50, 0.75, 0.95]) filter (where ${of}) as ${side}_percentiles`)},
          quantile_disc(duration_us, 0.95) as p95
        from named
        group by project_id, service, name
      ), listed as (
        select *, count(*) over () as groups, (sum(current_us) over ())::bigint as all_us
        from grouped
        order by current_us desc, project_id, service, name
        limit $count::bigint
      ), slow as (
        select
          project_id, service, name,
          ${sides((of, side) => `count(*) filter (where ${of}) as ${side}_slow`)}
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
        all_us as "allUs",
        ${sides((_, side) => columnsOf(side))}
      from listed
      left join slow using (project_id, service, name)
      order by current_us desc, project_id, service, name`,
  },
  spans: (params: Params) => {
    const texts = params.naming.flat().flatMap(({ value }) => ('attribute' in value ? [value.attribute] : []));
    return spanScope(params, [...texts, ...attributesOf(params.current)]);
  },
  isSearch: true,
  bind: ({ condition, current }) => ({
    ...spanConditionDuckdb(condition).parameters,
    ...spanConditionDuckdb(current, 'c').parameters,
  }),
  row: {
    projectId,
    service: text,
    name: text,
    groupCount: integer,
    allUs: integer,
    currentCount: integer,
    currentFailed: integer,
    currentSlow: integer,
    currentUs: integer,
    currentP50: orNull(integer),
    currentP75: orNull(integer),
    currentP95: orNull(integer),
    previousCount: integer,
    previousFailed: integer,
    previousSlow: integer,
    previousUs: integer,
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
        currentCount: now.count,
        currentFailed: now.failed,
        currentSlow: now.slow,
        currentUs: now.us,
        currentP50: now.p50,
        currentP75: now.p75,
        currentP95: now.p95,
        previousCount: before.count,
        previousFailed: before.failed,
        previousSlow: before.slow,
        previousUs: before.us,
        previousP50: before.p50,
        previousP75: before.p75,
        previousP95: before.p95,
      };
    });
    const allUs = all.reduce((sum, { currentUs }) => sum + currentUs, 0);
    return all
      .sort(
        (a, b) =>
          b.currentUs - a.currentUs || byKeys([a.projectId, a.service, a.name], [b.projectId, b.service, b.name]),
      )
      .slice(0, count)
      .map((group) => ({ ...group, groupCount: all.length, allUs }));
  },
});

function nameDuckdb(naming: SpanKind['naming']): string {
  const lists = naming.map((list) =>
    list.map(({ value }) => `nullif(${presentDuckdb(value)}, '')`).join(` || ' ' || `),
  );
  return `coalesce(${lists.join(', ')}, '')`;
}

function sides(of: (condition: string, side: 'current' | 'previous') => string): string {
  return [of('is_current', 'current'), of('not is_current', 'previous')].join(', ');
}

function columnsOf(side: 'current' | 'previous'): string {
  return `
        ${side}_count as "${side}Count",
        ${side}_failed as "${side}Failed",
        coalesce(${side}_slow, 0) as "${side}Slow",
        ${side}_us as "${side}Us",
        ${side}_percentiles[1] as "${side}P50",
        ${side}_percentiles[2] as "${side}P75",
        ${side}_percentiles[3] as "${side}P95"`;
}

function nameOf(span: SpanRow, naming: SpanKind['naming']): string {
  for (const list of naming) {
    const texts = list.map(({ value }) => presentValueOf(span, value) ?? '');
    if (texts.every((each) => each !== '')) return texts.join(' ');
  }
  return '';
}

function sideOf(spans: SpanRow[], limitUs: number) {
  return {
    count: spans.length,
    failed: spans.filter(({ status }) => status === 'error').length,
    slow: spans.filter(({ durationUs }) => durationUs >= limitUs).length,
    us: spans.reduce((sum, { durationUs }) => sum + durationUs, 0),
    p50: percentile(spans, 50),
    p75: percentile(spans, 75),
    p95: percentile(spans, 95),
  };
}

function percentile(spans: SpanRow[], percent: number): number | null {
  const sorted = spans.map(({ durationUs }) => durationUs).sort((a, b) => a - b);
  return sorted.length === 0 ? null : sorted[Math.ceil((percent * sorted.length) / 100) - 1]!;
}
