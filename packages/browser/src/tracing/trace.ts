import { TRACING_SPAN_COUNT_MAX } from '@seismo/protocol/client-limits';
import type { Client } from '../client.ts';
import { setPreciseClock } from '../clock.ts';
import { safely } from '../debug.ts';
import { getCurrentScope } from '../scopes.ts';
import { isRecording, sample } from './sampling.ts';
import { Span, spanToJSON, type SpanOptions } from './span.ts';

/** A root span and its descendants, which become one transaction. */
export interface Trace {
  readonly client: Client;
  readonly root: Span;
  readonly sampled: boolean;
  readonly spans: Span[];
  measurements: Record<string, { value: number; unit: string }>;
  /** A span is part of it, if there is room. */
  keep(span: Span): void;
  /** A span of it begins. */
  begin(options: SpanOptions, parent: Span): Span;
  /** A span of it is over. */
  ended(span: Span): void;
  /** Called when spans begin and end. */
  watch?: { began(span: Span): void; ended(span: Span): void };
  /** Ends the trace early. */
  finish?: () => void;
}

/** Begins a trace of its own in the page's. */
export function beginTrace(client: Client, options: SpanOptions): Trace {
  setPreciseClock();
  const { propagation } = client;
  const attributes = { 'sentry.source': 'custom', ...options.attributes };
  const sampled = safely(() => sample(client, options.name, attributes)) ?? false;
  const trace: Trace = {
    client,
    sampled,
    spans: [],
    measurements: {},
    get root() {
      return root;
    },
    keep(span) {
      if (!sampled || root.endTime) return;
      if (trace.spans.length < TRACING_SPAN_COUNT_MAX) trace.spans.push(span);
      else client.transport.drop('buffer_overflow', 'span');
    },
    begin(given, parent) {
      const span = new Span(given, parent.traceId, parent.spanId, trace);
      trace.keep(span);
      trace.watch?.began(span);
      return span;
    },
    ended(span) {
      trace.watch?.ended(span);
      if (span === root) safely(() => send(trace));
    },
  };
  const root = new Span({ ...options, attributes }, propagation.traceId, propagation.parentSpanId, trace);
  return trace;
}

function send({ client, root, sampled, spans, measurements }: Trace): void {
  if (client.active === root) client.active = undefined;
  if (!sampled) {
    if (isRecording(client.options)) client.transport.drop('sample_rate', 'transaction');
    return;
  }
  const endTime = root.endTime!;
  for (const span of spans) {
    if (!span.endTime) span.setStatus({ code: 2, message: 'cancelled' }).end(endTime);
  }
  const { description, start_timestamp, timestamp, ...context } = spanToJSON(root);
  client.captureEvent(
    {
      type: 'transaction',
      transaction: root.name,
      transaction_info: { source: root.attributes['sentry.source'] as string },
      start_timestamp: root.startTime,
      timestamp: endTime,
      contexts: { trace: context },
      spans: spans.filter((span) => span.startTime <= endTime).map(spanToJSON),
      measurements,
    },
    {},
    getCurrentScope(),
  );
}
