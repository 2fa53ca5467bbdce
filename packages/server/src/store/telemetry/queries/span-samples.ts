import type { AttributeValue } from '#domain/spans/typed-name.ts';
import { identifier } from '../engines/duckdb/span-files/relation.ts';
import { attributeOf } from '../engines/memory/span-condition.ts';
import { spanIdDuckdb } from './parts/span-ids.ts';
import { spanScope, spansInRange, spanSearchDuckdb, type SpansInRange } from './parts/spans-in-range.ts';
import { boolean, defineQuery, integer, number, orNull, projectId, text } from './query.ts';

interface Params extends SpansInRange {
  /** Typed names. */
  attributes: string[];
  /** The newest or the longest first; of equally long ones the newest. */
  order: 'newest' | 'longest';
  /** After this span in the order; `null` for the first. */
  after: { startUs: number; durationUs: number; spanId: string } | null;
  count: number;
}

/**
 * Spans of a search, with `values` of the wanted attributes in their order; null in spans without the attribute. A span that
 * was received twice may be there twice.
 */
export const spanSamples = defineQuery({
  sql: {
    duckdb: ({ spans }, { attributes, order, ...search }: Params) => `
      select
        project_id as "projectId",
        replace(trace_id::varchar, '-', '') as "traceId",
        ${spanIdDuckdb('span_id')} as "spanId",
        ${spanIdDuckdb('parent_span_id')} as "parentSpanId",
        ${spanIdDuckdb('segment_id')} as "segmentId",
        segment_name as "segmentName",
        is_segment as "isSegment",
        start_us as "startUs",
        duration_us as "durationUs",
        name, op, kind, status, service, environment, release,
        user_key as "userKey",
        client_sample_rate as "clientSampleRate",
        server_sample_rate as "serverSampleRate",
        json_array(${attributes.map(identifier).join(', ')})::varchar as "values"
      from ${spans}
      where ${spanSearchDuckdb(search).text}
        ${order === 'longest' ? longerBefore : ''}
        ${order === 'newest' ? newerBefore : ''}
      order by ${order === 'longest' ? 'duration_us desc, ' : ''}start_us desc, span_id desc, sequence, position
      limit $count::bigint`,
  },
  spans: (params: Params) => {
    const scope = spanScope(params, params.attributes);
    if (params.order !== 'newest') return scope;
    const { from, before } = scope.startUs;
    const after = params.after?.startUs ?? Infinity;
    return { ...scope, startUs: { from, before: Math.min(before, after + 1) }, newest: params.count };
  },
  isSearch: true,
  bind: ({ after, ...search }) => ({
    ...spanSearchDuckdb(search).parameters,
    afterStartUs: after?.startUs ?? null,
    afterDurationUs: after?.durationUs ?? null,
    afterSpanId: after?.spanId ?? null,
  }),
  row: {
    projectId,
    traceId: text,
    spanId: text,
    parentSpanId: text,
    segmentId: text,
    segmentName: text,
    isSegment: boolean,
    startUs: integer,
    durationUs: integer,
    name: text,
    op: text,
    kind: text,
    status: text,
    service: text,
    environment: text,
    release: text,
    userKey: text,
    clientSampleRate: number,
    serverSampleRate: orNull(number),
    values: (value) => JSON.parse(text(value)) as (AttributeValue | null)[],
  },
  memory: (rows, { attributes, order, after, count, ...within }) => {
    const position = order === 'longest' ? byDuration : byStart;
    return spansInRange(rows, within)
      .filter((span) => after === null || position(span, after) < 0)
      .sort((a, b) => position(b, a))
      .slice(0, count)
      .map((span) => ({ ...span, values: attributes.map((typed) => attributeOf(span, typed)) }));
  },
});

const newerBefore = `and (
          $afterStartUs::bigint is null
          or start_us < $afterStartUs::bigint
          or (start_us = $afterStartUs::bigint and span_id < ('0x' || $afterSpanId::varchar)::ubigint)
        )`;
const longerBefore = `and (
          $afterStartUs::bigint is null
          or duration_us < $afterDurationUs::bigint
          or (duration_us = $afterDurationUs::bigint and start_us < $afterStartUs::bigint)
          or (
            duration_us = $afterDurationUs::bigint
            and start_us = $afterStartUs::bigint
            and span_id < ('0x' || $afterSpanId::varchar)::ubigint
          )
        )`;

type Position = NonNullable<Params['after']>;

function byStart(a: Position, b: Position): number {
  return a.startUs - b.startUs || (a.spanId < b.spanId ? -1 : Number(a.spanId > b.spanId));
}

function byDuration(a: Position, b: Position): number {
  return a.durationUs - b.durationUs || byStart(a, b);
}
