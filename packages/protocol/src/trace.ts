import { BAGGAGE_CHARS_MAX, TRACE_PARENT_CHARS_MAX, TRACE_SAMPLE_RATE_MIN } from './limits.ts';

/** The position of a request in a trace, from the headers of another service. */
export interface TraceParent {
  /** 32 lower-case hex digits. */
  traceId: string;
  /** 16 lower-case hex digits. */
  spanId: string;
  /** `null`: the sender left the decision to us. */
  sampled: boolean | null;
}

/** The share of traces that a client sends, as a number or, in headers, its text; `null` if it cannot be one. */
export function readSampleRate(value: unknown): number | null {
  const rate = typeof value === 'string' && value.length <= 40 ? Number(value) : value;
  return typeof rate === 'number' && rate >= TRACE_SAMPLE_RATE_MIN && rate <= 1 ? rate : null;
}

/** `sentry-trace: <trace>-<span>[-<0|1>]`. */
export function readSentryTrace(header: string): TraceParent | null {
  if (header.length > TRACE_PARENT_CHARS_MAX) return null;
  const match = /^([0-9a-f]{32})-([0-9a-f]{16})(?:-([01]))?$/i.exec(header.trim());
  return match ? parent(match[1]!, match[2]!, match[3] === undefined ? null : match[3] === '1') : null;
}

/**
 * W3C `traceparent: <version>-<trace>-<span>-<flags>` (Trace Context level 2). A version that is not yet known may carry
 * more fields; version `ff` is forbidden.
 */
export function readTraceparent(header: string): TraceParent | null {
  if (header.length > TRACE_PARENT_CHARS_MAX) return null;
  const match = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(header.trim());
  if (!match || match[1] === 'ff' || (match[1] === '00' && match[5] !== undefined)) return null;
  return parent(match[2]!, match[3]!, (Number.parseInt(match[4]!, 16) & 1) === 1);
}

/**
 * W3C `baggage` as a map of decoded members without their properties. Beyond `BAGGAGE_CHARS_MAX` whole members are
 * dropped. A map, because members may be called `__proto__`.
 */
export function readBaggage(header: string): Map<string, string> {
  const members = new Map<string, string>();
  for (const member of withinLimit(header).split(',')) {
    const pair = member.split(';', 1)[0]!;
    const equals = pair.indexOf('=');
    const name = pair.slice(0, Math.max(equals, 0)).trim();
    if (name !== '') members.set(name, decoded(pair.slice(equals + 1).trim()));
  }
  return members;
}

function parent(traceId: string, spanId: string, sampled: boolean | null): TraceParent | null {
  // All zeros mean "none" in both formats.
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId: traceId.toLowerCase(), spanId: spanId.toLowerCase(), sampled };
}

function withinLimit(header: string): string {
  if (header.length <= BAGGAGE_CHARS_MAX) return header;
  return header.slice(0, Math.max(0, header.lastIndexOf(',', BAGGAGE_CHARS_MAX)));
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
