import type { Attributes, SpanEvent, SpanLink } from '../span.ts';

/**
 * What an OTLP trace request contains (opentelemetry-proto 1.x, `trace/v1/trace.proto`), the same for protobuf and JSON.
 * Fields that Seismo does not use are left out.
 */
export interface OtlpSpans {
  resource: Attributes;
  scope: { name: string; version: string; attributes: Attributes };
  spans: OtlpSpan[];
}

export interface OtlpSpan {
  /** Lower-case hex, of whatever length the client sent. */
  traceId: string;
  spanId: string;
  parentSpanId: string;
  /** W3C tracestate. */
  traceState: string;
  name: string;
  /** `SpanFlags`: bit 8 says that bit 9 says whether the parent is in another process. */
  flags: number;
  /** `SpanKind`: 0 to 5. */
  kind: number;
  /** Unix microseconds. */
  startUs: number;
  endUs: number;
  attributes: Attributes;
  events: SpanEvent[];
  links: SpanLink[];
  status: OtlpStatus;
}

export interface OtlpStatus {
  /** 0 unset, 1 ok, 2 error. */
  code: number;
  message: string;
}

/** Why a request cannot be read; the words are reasons of the outcome `invalid`. */
export class UnreadableOtlp extends Error {
  override name = 'UnreadableOtlp';
  readonly reason: 'protobuf' | 'json' | 'shape' | 'nesting';
  constructor(reason: UnreadableOtlp['reason']) {
    super(`the request is not readable: ${reason}`);
    this.reason = reason;
  }
}

/** How deep lists and maps may nest in an attribute. What is deeper becomes `null`. */
export const VALUE_DEPTH_MAX = 6;

export function numberValue(value: number): number | string {
  return Number.isFinite(value) ? value : String(value);
}
