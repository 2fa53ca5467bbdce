import type { ProjectId } from '@seismo/protocol';
import { firstOfEach } from '../engines/memory/rows.ts';
import { spanIdDuckdb } from './parts/span-ids.ts';
import { defineQuery, integer, text } from './query.ts';

interface Params {
  projectIds: ProjectId[];
  /** 32 hex digits. */
  traceId: string;
  count: number;
}

/** A span without what only its details show. */
export interface OutlineSpan {
  projectId: ProjectId;
  spanId: string;
  parentSpanId: string;
  isSegment: boolean;
  startUs: number;
  durationUs: number;
  name: string;
  op: string;
  kind: string;
  status: string;
  service: string;
}

const PART = 2000;

/**
 * The spans of a trace in the order of their start, in parts of 2,000. A span that was received twice is there once, as it
 * came first. Each part is one JSON text, which `readOutline` reads: a hundred thousand rows take five times as long to read
 * value by value, and longer than all the rest to pass from thread to thread.
 */
export const traceOutline = defineQuery({
  sql: {
    duckdb: ({ spans }) => `
      with first_received as (
        select *
        from ${spans}
        qualify row_number() over (partition by span_id order by sequence, position) = 1
      ), numbered as (
        select *, row_number() over (order by start_us, span_id) - 1 as number
        from first_received
        qualify number < $count::bigint
      )
      select
        number // ${PART} as part,
        '[' || string_agg(
          json_array(
            project_id, ${spanIdDuckdb('span_id')}, ${spanIdDuckdb('parent_span_id')}, is_segment, start_us, duration_us,
            name, op, kind, status, service
          )::varchar,
          ',' order by number
        ) || ']' as spans
      from numbered
      group by 1
      order by 1`,
  },
  spans: ({ projectIds, traceId }: Params) => ({ projectIds, traceId }),
  row: { part: integer, spans: text },
  memory: ({ spans }, { projectIds, traceId, count }: Params) => {
    const ofTrace = spans.filter((span) => projectIds.includes(span.projectId) && span.traceId === traceId);
    const outline = firstOfEach(ofTrace, ({ spanId }) => spanId)
      .sort((a, b) => a.startUs - b.startUs || (a.spanId < b.spanId ? -1 : 1))
      .slice(0, count)
      .map(tupleOf);
    const parts = Array.from({ length: Math.ceil(outline.length / PART) }, (_, part) => part);
    return parts.map((part) => ({ part, spans: jsonOf(outline.slice(part * PART, (part + 1) * PART)) }));
  },
});

type Tuple = [ProjectId, string, string, boolean, number, number, string, string, string, string, string];

export function readOutline(parts: readonly { spans: string }[]): OutlineSpan[] {
  return parts.flatMap(({ spans }) =>
    (JSON.parse(spans) as Tuple[]).map(
      ([projectId, spanId, parentSpanId, isSegment, startUs, durationUs, name, op, kind, status, service]) => ({
        projectId,
        spanId,
        parentSpanId,
        isSegment,
        startUs,
        durationUs,
        name,
        op,
        kind,
        status,
        service,
      }),
    ),
  );
}

function tupleOf(span: OutlineSpan): Tuple {
  const { projectId, spanId, parentSpanId, isSegment, startUs, durationUs, name, op, kind, status, service } = span;
  return [projectId, spanId, parentSpanId, isSegment, startUs, durationUs, name, op, kind, status, service];
}

/** As DuckDB writes it: the digits of its escapes are upper case. */
function jsonOf(tuples: readonly Tuple[]): string {
  return JSON.stringify(tuples).replace(/\\\\|\\u[0-9a-f]{4}/g, (found) =>
    found.length === 2 ? found : `\\u${found.slice(2).toUpperCase()}`,
  );
}
