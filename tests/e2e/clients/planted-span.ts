import type { Item } from '../app/send.ts';

/** A span that clients find: in a trace of its own, with an attribute. */
export const traceId = '0123456789abcdef0123456789abcdef';
export const spanId = '0123456789abcdef';

export function plantedSpan(): Item {
  const endS = Date.now() / 1000;
  const item = {
    trace_id: traceId,
    span_id: spanId,
    name: 'planted-span',
    start_timestamp: endS - 0.1,
    end_timestamp: endS,
    is_segment: true,
    status: 'ok',
    attributes: {
      'sentry.op': { value: 'planted-op', type: 'string' },
      'planted.attribute': { value: 'planted-text', type: 'string' },
    },
  };
  const header = { type: 'span', item_count: 1, content_type: 'application/vnd.sentry.items.span.v2+json' };
  return { header, payload: JSON.stringify({ version: 2, items: [item] }) };
}
