import type { ProjectId } from '@seismo/protocol';
import { firstOfEach, sum } from '../engines/memory/rows.ts';
import { spanIdDuckdb } from './parts/span-ids.ts';
import { boolean, defineQuery, integer, projectId, text } from './query.ts';

interface Params {
  projectIds: ProjectId[];
  /** 32 hex digits. */
  traceId: string;
  /** The spans to explain, 16 hex digits each; if none of them is stored, the longest root is. */
  spanIds: string[];
  /** How far up spans are followed. */
  levelCount: number;
  /** Of spans below one span, of failed spans and of roots. */
  count: number;
  /** Of all spans directly below those of the paths. */
  besideCount: number;
}

/**
 * The spans of a trace that may explain some of its spans, in the order of their start, so that a trace of a hundred thousand
 * spans need not leave the database: the paths from these spans to the root; failed spans with their paths; the longest
 * roots; the slowest directly below those of the paths. Spans of the same kind below one span are one row, that of the
 * longest.
 */
export const traceExcerpt = defineQuery({
  sql: {
    duckdb: ({ spans }) => `
      with recursive of_trace as materialized (
        select
          project_id, span_id, parent_span_id, is_segment, start_us, duration_us, name, op, kind, status, service
        from ${spans}
        qualify row_number() over (partition by span_id order by sequence, position) = 1
      ), stored as (
        select span_id from of_trace where span_id in (select ('0x' || unnest($spanIds::varchar[]))::ubigint)
      ), longest_root as (
        select span_id
        from of_trace
        where parent_span_id is null or parent_span_id not in (select span_id from of_trace)
        order by duration_us desc, start_us, span_id
        limit 1
      ), above as (
        select span_id, parent_span_id, 0 as level
        from of_trace
        where span_id in (select span_id from stored)
          or span_id in (select span_id from longest_root where not exists (from stored))
        union
        select parent.span_id, parent.parent_span_id, level + 1
        from above join of_trace as parent on parent.span_id = above.parent_span_id
        where level < $levelCount::bigint
      ), path as materialized (
        select distinct span_id from above
      ), alike as materialized (
        select
          *,
          count(*) over same as alike,
          (sum(duration_us) over same)::bigint as alike_us,
          min(start_us) over same as alike_from_us,
          max(start_us + duration_us) over same as alike_to_us
        from of_trace
        where span_id not in (select span_id from path)
        window same as (partition by parent_span_id, project_id, service, op, name, status = 'error')
        qualify row_number() over (
          partition by parent_span_id, project_id, service, op, name, status = 'error'
          order by duration_us desc, start_us, span_id
        ) = 1
      ), failed as materialized (
        select span_id, parent_span_id
        from alike
        where status = 'error'
        order by start_us, span_id
        limit $count::bigint
      ), above_failed as (
        select span_id, parent_span_id, 0 as level from failed
        union
        select parent.span_id, parent.parent_span_id, level + 1
        from above_failed join of_trace as parent on parent.span_id = above_failed.parent_span_id
        where level < $levelCount::bigint
      ), roots as (
        select span_id
        from alike
        where parent_span_id is null or parent_span_id not in (select span_id from of_trace)
        order by duration_us desc, start_us, span_id
        limit $count::bigint
      ), of_each as (
        select span_id, alike_us, start_us
        from alike
        where parent_span_id in (select span_id from path)
        qualify row_number() over (partition by parent_span_id order by alike_us desc, start_us, span_id)
          <= $count::bigint
      ), beside as (
        select span_id from of_each order by alike_us desc, start_us, span_id limit $besideCount::bigint
      ), offered as materialized (
        select span_id from failed union select span_id from roots union select span_id from beside
      ), found as (
        select *, 1 as alike, duration_us as alike_us, start_us as alike_from_us, start_us + duration_us as alike_to_us
        from of_trace
        where span_id in (select span_id from path)
        union all
        select * from alike where span_id in (select span_id from offered)
        union all
        select *, 0, duration_us, start_us, start_us + duration_us
        from of_trace
        where span_id in (select span_id from above_failed)
          and span_id not in (select span_id from offered)
          and span_id not in (select span_id from path)
      )
      select
        project_id as "projectId",
        ${spanIdDuckdb('span_id')} as "spanId",
        ${spanIdDuckdb('parent_span_id')} as "parentSpanId",
        is_segment as "isSegment",
        start_us as "startUs",
        duration_us as "durationUs",
        name, op, kind, status, service, alike,
        alike_us as "alikeUs",
        alike_from_us as "alikeFromUs",
        alike_to_us as "alikeToUs",
        (select count(*) from of_trace) as "spanCount"
      from found
      order by start_us, span_id`,
  },
  spans: ({ projectIds, traceId }: Params) => ({ projectIds, traceId }),
  row: {
    projectId,
    spanId: text,
    parentSpanId: text,
    isSegment: boolean,
    startUs: integer,
    durationUs: integer,
    name: text,
    op: text,
    kind: text,
    status: text,
    service: text,
    /** How many spans the row stands for; 0 for a span that only leads to another. */
    alike: integer,
    /** Their durations, added up. */
    alikeUs: integer,
    alikeFromUs: integer,
    alikeToUs: integer,
    /** Of the whole trace. */
    spanCount: integer,
  },
  memory: ({ spans }, { projectIds, traceId, spanIds, levelCount, count, besideCount }: Params) => {
    const ofTrace = firstOfEach(
      spans.filter((span) => projectIds.includes(span.projectId) && span.traceId === traceId),
      ({ spanId }) => spanId,
    );
    const byId = new Map(ofTrace.map((span) => [span.spanId, span]));
    const above = (ids: string[]): Set<string> => {
      const found = new Set<string>();
      for (const id of ids) {
        let span = byId.get(id);
        for (let level = 0; span && level <= levelCount; level++) {
          found.add(span.spanId);
          span = byId.get(span.parentSpanId);
        }
      }
      return found;
    };
    type Stored = (typeof ofTrace)[number];
    const byStart = (a: Stored, b: Stored) => a.startUs - b.startUs || (a.spanId < b.spanId ? -1 : 1);
    const longestFirst = (a: Stored, b: Stored) => b.durationUs - a.durationUs || byStart(a, b);
    const endOf = ({ startUs, durationUs }: Stored) => startUs + durationUs;
    const isRoot = ({ parentSpanId }: Stored) => !byId.has(parentSpanId);
    const longestRoot = ofTrace.filter(isRoot).sort(longestFirst).slice(0, 1);
    const stored = spanIds.filter((id) => byId.has(id));
    const path = above(stored.length > 0 ? stored : longestRoot.map(({ spanId }) => spanId));
    const others = ofTrace.filter(({ spanId }) => !path.has(spanId));
    const alike = [
      ...Map.groupBy(others, ({ parentSpanId, projectId, service, op, name, status }) =>
        JSON.stringify([parentSpanId, projectId, service, op, name, status === 'error']),
      ).values(),
    ].map((same) => ({
      ...same.toSorted(longestFirst)[0]!,
      alike: same.length,
      alikeUs: sum(same, ({ durationUs }) => durationUs),
      alikeFromUs: Math.min(...same.map(({ startUs }) => startUs)),
      alikeToUs: Math.max(...same.map(endOf)),
    }));
    const slowestFirst = (a: (typeof alike)[number], b: (typeof alike)[number]) =>
      b.alikeUs - a.alikeUs || byStart(a, b);
    const failed = alike
      .filter(({ status }) => status === 'error')
      .sort(byStart)
      .slice(0, count);
    const roots = alike.filter(isRoot).sort(longestFirst).slice(0, count);
    const belowPath = alike.filter(({ parentSpanId }) => path.has(parentSpanId));
    const beside = [...Map.groupBy(belowPath, ({ parentSpanId }) => parentSpanId).values()]
      .flatMap((below) => below.sort(slowestFirst).slice(0, count))
      .sort(slowestFirst)
      .slice(0, besideCount);
    const offered = new Map([...failed, ...roots, ...beside].map((span) => [span.spanId, span]));
    const plain = (ids: Iterable<string>, stands: number) =>
      [...ids]
        .map((id) => byId.get(id)!)
        .map((span) => ({
          ...span,
          alike: stands,
          alikeUs: span.durationUs,
          alikeFromUs: span.startUs,
          alikeToUs: endOf(span),
        }));
    const leading = [...above(failed.map(({ spanId }) => spanId))].filter((id) => !offered.has(id) && !path.has(id));
    return [...plain(path, 1), ...offered.values(), ...plain(leading, 0)]
      .sort(byStart)
      .map((span) => ({ ...span, spanCount: ofTrace.length }));
  },
});
