import { BAGGAGE_CHARS_MAX } from '@seismo/protocol/client-limits';
import type { Client, PropagationContext } from '../client.ts';
import { hexId } from '../clock.ts';
import { safely } from '../debug.ts';
import { getClient } from '../scopes.ts';
import type { Span } from './span.ts';

export interface TraceHeaders {
  'sentry-trace'?: string;
  baggage?: string;
  traceparent?: string;
}

/** Headers with which the next service continues the trace, at `span` or at the page. */
export function traceHeaders(client: Client, span: Span | undefined = client.active): TraceHeaders {
  const { traceId, spanId } = span ?? client.propagation;
  const { sampled } = client.propagation;
  return {
    'sentry-trace': `${traceId}-${spanId}${sampled === undefined ? '' : `-${Number(sampled)}`}`,
    baggage: withBaggage('', client.dsc()),
    ...(client.options.propagateTraceparent && { traceparent: `00-${traceId}-${spanId}-0${Number(sampled ?? 0)}` }),
  };
}

/** The same for a page that a server renders, or a request that is not watched. */
export function getTraceData(): TraceHeaders {
  const client = getClient();
  return client ? traceHeaders(client) : {};
}

/** The existing baggage, and each of our members that still fits into 8192 characters. */
export function withBaggage(existing: string, dsc: Record<string, unknown>): string {
  let baggage = existing;
  for (const [name, value] of Object.entries(dsc)) {
    const member = `sentry-${name}=${encodeURIComponent(String(value))}`;
    if (value && baggage.length + member.length < BAGGAGE_CHARS_MAX) baggage += (baggage && ',') + member;
  }
  return baggage;
}

/** The position that a server passed in `sentry-trace` and `baggage`, as headers or as `<meta>` of the page. */
export function propagationFrom(
  sentryTrace: string | null | undefined,
  baggage: string | null | undefined,
): PropagationContext {
  const [, traceId, parentSpanId, flag] =
    /^\s*([\da-f]{32})-([\da-f]{16})(?:-([01]))?\s*$/i.exec(sentryTrace ?? '') ?? [];
  if (!traceId) return { traceId: hexId(16), spanId: hexId(8) };
  const dsc: Record<string, string> = {};
  for (const member of (baggage ?? '').slice(0, BAGGAGE_CHARS_MAX).split(',')) {
    const [, name, value] = /^\s*sentry-([\w-]+)=([^;]*)/.exec(member) ?? [];
    if (name) dsc[name] = safely(() => decodeURIComponent(value!)) ?? value!;
  }
  return {
    traceId,
    spanId: hexId(8),
    parentSpanId: parentSpanId!,
    parentSampled: flag === undefined ? undefined : flag === '1',
    dsc: dsc['trace_id'] ? dsc : undefined,
  };
}

/** Runs `callback` in the trace of the headers: for a page within another's trace, such as a frame. */
export function continueTrace<T>(
  headers: { sentryTrace?: string | undefined; baggage?: string | undefined },
  callback: () => T,
): T {
  const client = getClient();
  if (!client) return callback();
  const { propagation, active } = client;
  client.propagation = propagationFrom(headers.sentryTrace, headers.baggage);
  client.active = undefined;
  try {
    return callback();
  } finally {
    client.propagation = propagation;
    client.active = active;
  }
}
