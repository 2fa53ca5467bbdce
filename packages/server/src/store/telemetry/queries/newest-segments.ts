import type { ProjectId } from '@seismo/protocol';
import { among } from '../engines/memory/rows.ts';
import { spanIdDuckdb } from './parts/span-ids.ts';
import { defineQuery, integer, projectId, text, type Range } from './query.ts';

interface Params {
  projectIds: ProjectId[];
  environments: string[];
  range: Range;
  /** Before this position; `null` for the newest. */
  before: { startUs: number; spanId: string } | null;
  count: number;
}

/** Requests, page loads and jobs that started in the range, newest first. */
export const newestSegments = defineQuery({
  sql: {
    duckdb: ({ spans }) => `
      select
        project_id as "projectId",
        replace(trace_id::varchar, '-', '') as "traceId",
        ${spanIdDuckdb('span_id')} as "spanId",
        start_us as "startUs",
        duration_us as "durationUs",
        name, op, status, service, environment, release
      from ${spans}
      where is_segment
        and list_contains($projectIds::bigint[], project_id)
        and (len($environments::varchar[]) = 0 or list_contains($environments::varchar[], environment))
        and start_us >= $fromMs::bigint * 1000
        and start_us < $toMs::bigint * 1000
        and start_us <= $beforeUs::bigint
        and (start_us < $beforeUs::bigint or span_id < ('0x' || $beforeSpanId::varchar)::ubigint)
      order by start_us desc, span_id desc
      limit $count::bigint`,
  },
  spans: ({ projectIds, range, before, count }: Params) => ({
    projectIds,
    newest: count,
    startUs: {
      from: range.fromMs * 1000,
      before: Math.min(range.toMs * 1000, before === null ? Infinity : before.startUs + 1),
    },
  }),
  bind: ({ before }: Params) => ({
    beforeUs: before?.startUs ?? Number.MAX_SAFE_INTEGER,
    beforeSpanId: before?.spanId ?? 'f'.repeat(16),
  }),
  row: {
    projectId,
    traceId: text,
    spanId: text,
    startUs: integer,
    durationUs: integer,
    name: text,
    op: text,
    status: text,
    service: text,
    environment: text,
    release: text,
  },
  memory: ({ spans }, { projectIds, environments, range, before, count }: Params) =>
    spans
      .filter((span) => span.isSegment && projectIds.includes(span.projectId) && among(span.environment, environments))
      .filter(({ startUs }) => startUs >= range.fromMs * 1000 && startUs < range.toMs * 1000)
      .filter((span) => before === null || byStart(span, before) < 0)
      .sort((a, b) => byStart(b, a))
      .slice(0, count),
});

function byStart(a: { startUs: number; spanId: string }, b: { startUs: number; spanId: string }): number {
  return a.startUs - b.startUs || (a.spanId < b.spanId ? -1 : Number(a.spanId > b.spanId));
}
