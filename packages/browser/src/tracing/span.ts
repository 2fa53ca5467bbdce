import { CLIENT_VALUE_DEPTH_MAX } from '@seismo/protocol/client-limits';
import { hexId, preciseSeconds } from '../clock.ts';
import { normalize } from '../errors/normalize.ts';
import type { Trace } from './trace.ts';

export type SpanAttributes = Record<string, unknown>;

export interface SpanOptions {
  name: string;
  op?: string | undefined;
  attributes?: SpanAttributes;
  /** Unix seconds. */
  startTime?: number;
}

/** A timed operation in a trace. Usable even if no trace is recorded. */
export class Span {
  readonly spanId: string = hexId(8);
  readonly traceId: string;
  readonly startTime: number;
  readonly parentSpanId: string | undefined;
  readonly trace: Trace | undefined;
  readonly attributes: SpanAttributes;
  readonly op: string | undefined;
  name: string;
  status: string | undefined;
  endTime: number | undefined;

  constructor({ name, op, attributes, startTime }: SpanOptions, traceId: string, parentSpanId?: string, trace?: Trace) {
    this.name = name;
    this.op = op;
    this.attributes = { ...attributes };
    this.startTime = startTime ?? preciseSeconds();
    this.traceId = traceId;
    this.parentSpanId = parentSpanId;
    this.trace = trace;
  }

  spanContext(): { traceId: string; spanId: string; traceFlags: number } {
    return { traceId: this.traceId, spanId: this.spanId, traceFlags: this.trace?.sampled ? 1 : 0 };
  }

  isRecording(): boolean {
    return !!this.trace?.sampled && !this.endTime;
  }

  setAttribute(name: string, value: unknown): this {
    this.attributes[name] = value;
    return this;
  }

  setAttributes(attributes: SpanAttributes): this {
    Object.assign(this.attributes, attributes);
    return this;
  }

  /** As in OpenTelemetry: 0 unset, 1 ok, 2 error, with a message. */
  setStatus({ code, message }: { code: 0 | 1 | 2; message?: string }): this {
    this.status = code === 2 ? (message ?? 'internal_error') : code ? 'ok' : undefined;
    return this;
  }

  updateName(name: string): this {
    this.name = name;
    return this;
  }

  /** `endTime` in Unix seconds. */
  end(endTime?: number): void {
    if (this.endTime) return;
    this.endTime = Math.max(this.startTime, endTime ?? preciseSeconds());
    this.trace?.ended(this);
  }
}

/** A span as the protocol writes it. */
export function spanToJSON(span: Span): Record<string, unknown> {
  const { traceId, spanId, parentSpanId, op, name, startTime, endTime, status, attributes } = span;
  const { 'sentry.origin': origin = 'manual' } = attributes;
  return {
    trace_id: traceId,
    span_id: spanId,
    parent_span_id: parentSpanId,
    op,
    description: name,
    start_timestamp: startTime,
    timestamp: endTime,
    status,
    origin,
    // Make values of the page plain JSON.
    data: normalize(attributes, CLIENT_VALUE_DEPTH_MAX + 1),
  };
}
