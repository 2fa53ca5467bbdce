import type { Item } from './send.ts';

/** The ID of a span. */
export const idOf = (n: number) => n.toString(16).padStart(16, '0');

export interface SpanFields {
  id: number;
  under?: number;
  name: string;
  /** Milliseconds from the start of the trace. */
  at: [from: number, to: number];
  op?: string;
  segment?: boolean;
  failed?: boolean;
  attributes?: Record<string, string | number>;
}

/** A container of spans as SDK 11 sends it. */
export function spansOf(traceId: string, startMs: number, spans: SpanFields[]): Item {
  const items = spans.map(
    ({ id, under, name, at: [from, to], op, segment = false, failed = false, attributes = {} }) => ({
      trace_id: traceId,
      span_id: idOf(id),
      ...(under !== undefined && { parent_span_id: idOf(under) }),
      name,
      start_timestamp: (startMs + from) / 1000,
      end_timestamp: (startMs + to) / 1000,
      is_segment: segment,
      status: failed ? 'error' : 'ok',
      attributes: Object.fromEntries(
        Object.entries({ ...(op && { 'sentry.op': op }), ...attributes }).map(([key, value]) => [
          key,
          { value, type: typeof value === 'string' ? 'string' : 'double' },
        ]),
      ),
    }),
  );
  return {
    header: {
      type: 'span',
      item_count: items.length,
      content_type: 'application/vnd.sentry.items.span.v2+json',
    },
    payload: JSON.stringify({ version: 2, items }),
  };
}
