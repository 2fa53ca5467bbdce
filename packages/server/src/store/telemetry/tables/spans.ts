import type { OrganizationId, ProjectId } from '@seismo/protocol';
import { defineTable, double, integer, text, uuid, type Field, type RowOf } from './table.ts';

/** 16 hex digits, stored as a number of 8 bytes; `''` is stored as null. */
const spanId = (name: string, isNullable = false): Field<string> => [
  { name, type: 'ubigint', isNullable, store: (id) => (id === '' ? null : BigInt(`0x${id}`)) },
];

/**
 * New spans. Why attributes are one text: docs/decisions/0081-span-storage.md. Of equal spans (a client sends again what it
 * believes lost) the first counts.
 */
export const spans = defineTable({
  version: 17,
  hasPosition: true,
  endUser: { by: 'attributes' },
  fields: {
    organizationId: integer<OrganizationId>('organization_id'),
    projectId: integer<ProjectId>('project_id'),
    /** 32 hex digits. */
    traceId: uuid('trace_id'),
    spanId: spanId('span_id'),
    /** `''` for the first span of a trace. */
    parentSpanId: spanId('parent_span_id', true),
    /** The first span of its service in the trace: a page load, a request to a server, a job. */
    isSegment: [{ name: 'is_segment', type: 'boolean', store: (value) => value }] as Field<boolean>,
    /** The segment that the span belongs to, itself for a segment; `''` if it is not known. */
    segmentId: spanId('segment_id', true),
    segmentName: text('segment_name'),
    /** Unix microseconds, corrected. */
    startUs: integer('start_us'),
    durationUs: integer('duration_us'),
    receivedAtMs: integer('received_at_ms'),
    name: text('name'),
    /** What kind of work it is: `http.server`, `db`, `ui.webvital.lcp`; `''` if not known. */
    op: text('op'),
    /** Of OpenTelemetry: `server`, `client`, `producer`, `consumer`, `internal` or `''`. */
    kind: text('kind'),
    /** `ok`, `error` or `unset`. */
    status: text('status'),
    service: text('service'),
    environment: text('environment'),
    release: text('release'),
    /** As in `events`. */
    userKey: text('user_key'),
    /** A JSON object: text, numbers and booleans by type and name (`#domain/spans/typed-name.ts`). */
    attributes: text('attributes'),
    /** JSON, or `''` if there are none: `[{ atUs, name, data }]`. */
    events: text('events'),
    /** JSON, or `''` if there are none: `[{ traceId, spanId, data }]`. */
    links: text('links'),
    /** The share of such traces that the client sends, above 0; 1 if it does not say. */
    clientSampleRate: double('client_sample_rate', { version: 18, fallback: '1' }),
    /** The share of such traces that the server keeps, above 0; null until it has decided about this one. */
    serverSampleRate: double<number | null>('server_sample_rate', { version: 18, fallback: '1' }),
  },
});

export interface SpanRow extends RowOf<typeof spans> {}
