import type { ProjectId } from '@seismo/protocol';
import { spanIdDuckdb } from './parts/span-ids.ts';
import { boolean, defineQuery, integer, number, orNull, projectId, text, type Value } from './query.ts';
import type { AttributeValue } from '#domain/spans/typed-name.ts';

interface Params {
  projectIds: ProjectId[];
  /** 32 hex digits. */
  traceId: string;
  /** 16 hex digits. */
  spanId: string;
}

/** A span with its attributes, as it came first, or no row. */
export const spanById = defineQuery({
  sql: {
    duckdb: ({ spans }) => `
      select
        project_id as "projectId",
        ${spanIdDuckdb('span_id')} as "spanId",
        ${spanIdDuckdb('parent_span_id')} as "parentSpanId",
        is_segment as "isSegment",
        ${spanIdDuckdb('segment_id')} as "segmentId",
        segment_name as "segmentName",
        start_us as "startUs",
        duration_us as "durationUs",
        received_at_ms as "receivedAtMs",
        name, op, kind, status, service, environment, release, attributes, events, links,
        client_sample_rate as "clientSampleRate",
        server_sample_rate as "serverSampleRate"
      from ${spans}
      where span_id = ('0x' || $spanId::varchar)::ubigint
      order by sequence, position
      limit 1`,
  },
  spans: ({ projectIds, traceId }: Params) => ({ projectIds, traceId, withDetails: true }),
  isLookUp: true,
  row: {
    projectId,
    spanId: text,
    parentSpanId: text,
    isSegment: boolean,
    segmentId: text,
    segmentName: text,
    startUs: integer,
    durationUs: integer,
    receivedAtMs: integer,
    name: text,
    op: text,
    kind: text,
    status: text,
    service: text,
    environment: text,
    release: text,
    attributes: jsonObject,
    events: text,
    links: text,
    clientSampleRate: number,
    serverSampleRate: orNull(number),
  },
  memory: ({ spans }, { projectIds, traceId, spanId }: Params) =>
    spans
      .filter((span) => projectIds.includes(span.projectId))
      .filter((span) => span.traceId === traceId && span.spanId === spanId)
      .slice(0, 1)
      .map((span) => ({ ...span, attributes: jsonObject(span.attributes) })),
});

function jsonObject(value: Value): Record<string, AttributeValue> {
  return JSON.parse(text(value)) as Record<string, AttributeValue>;
}
