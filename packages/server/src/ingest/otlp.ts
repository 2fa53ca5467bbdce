import type { IncomingMessage, ServerResponse } from 'node:http';
import { isFields, limits, otlpTraces, parseJson, writeEnvelope } from '@seismo/protocol';
import type { MemoryBudget } from './body-memory.ts';
import { IngestRefusal, refusals } from './refuse.ts';
import { corsHeaders, type Accepted } from './respond.ts';

/** Signals that are not stored yet, with the item kind that counts a refused request. */
export const unstoredSignals = { logs: 'log', metrics: 'trace_metric' } as const;
export type OtlpSignal = 'traces' | keyof typeof unstoredSignals;

/**
 * Wraps the body of a trace request into an envelope, as one item that claims the number of its spans: the pipeline reads
 * them. `null`: there are none, and nothing to store.
 */
export function wrapOtlpTraces(
  body: Uint8Array,
  contentType: string | undefined,
  budget: MemoryBudget,
): Uint8Array<ArrayBuffer> | null {
  const encoding = encodingOf(contentType);
  if (encoding === null) throw new IngestRefusal('otlp-content-type', { records: { span: 1 } });
  const itemCount = encoding === 'json' ? countInJson(body) : countInProtobuf(body, SPANS_IN_REQUEST);
  if (itemCount === 0) return null;
  budget.reserve(body.length);
  return writeEnvelope({}, [{ type: 'span', contentType: otlpTraces[encoding], itemCount, payload: body }]);
}

/** Media types have no case (RFC 9110, 8.3.1). */
function encodingOf(contentType: string | undefined): keyof typeof otlpTraces | null {
  const type = contentType?.toLowerCase();
  if (type?.startsWith('application/json')) return 'json';
  return type?.startsWith('application/x-protobuf') ? 'protobuf' : null;
}

/** Every span has a start, and inside a JSON string the quotes would be escaped. */
const START = Buffer.from('"startTimeUnixNano"');

function countInJson(body: Uint8Array): number {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  let count = 0;
  for (let at = bytes.indexOf(START); at !== -1; at = bytes.indexOf(START, at + START.length)) count += 1;
  return count || countWithoutStart(body);
}

/** A body without a start of a span: an empty request, or none at all. The pipeline counts spans that lack theirs. */
function countWithoutStart(body: Uint8Array): number {
  const parsed = body.length > limits.EVENT_BYTES_MAX ? null : parseJson(body);
  if (!parsed?.ok || !isFields(parsed.value)) {
    const reason = parsed === null || parsed.ok ? 'shape' : parsed.why;
    throw new IngestRefusal('not-otlp', { records: { span: 1 }, disposition: { outcome: 'invalid', reason } });
  }
  const { resourceSpans } = parsed.value;
  return Array.isArray(resourceSpans) && resourceSpans.length > 0 ? 1 : 0;
}

/** The fields that lead to spans: `resource_spans`, `scope_spans`, `spans` (opentelemetry-proto 1.x). */
const SPANS_IN_REQUEST: readonly number[] = [1, 2, 2];

/** Counts the innermost of nested messages, and reads nothing else. */
function countInProtobuf(bytes: Uint8Array, [field, ...inner]: readonly number[]): number {
  let count = 0;
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; shift < 64; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined) break;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new IngestRefusal('not-otlp', { records: { span: 1 } });
  };
  while (at < bytes.length) {
    const tag = varint();
    if ((tag & 7) === 0) varint();
    else if ((tag & 7) === 1) at += 8;
    else if ((tag & 7) === 5) at += 4;
    else if ((tag & 7) === 2) {
      const length = varint();
      const message = bytes.subarray(at, at + length);
      at += length;
      if (tag >>> 3 === field) count += inner.length === 0 ? 1 : countInProtobuf(message, inner);
    } else throw new IngestRefusal('not-otlp', { records: { span: 1 } });
    if (at > bytes.length) throw new IngestRefusal('not-otlp', { records: { span: 1 } });
  }
  return count;
}

/** The answer that exporters read: an empty ExportTraceServiceResponse, since every span was accepted. */
export function respondOtlpAccepted(
  request: IncomingMessage,
  response: ServerResponse,
  { rateLimits }: Accepted,
): void {
  const isJson = encodingOf(request.headers['content-type']) === 'json';
  const body = isJson ? '{}' : '';
  response.writeHead(200, [
    ...corsHeaders,
    'content-type',
    isJson ? 'application/json' : 'application/x-protobuf',
    'content-length',
    String(body.length),
    ...(rateLimits === null ? [] : ['x-sentry-rate-limits', rateLimits]),
  ]);
  response.end(body);
}

/** Codes of google.rpc.Status. */
const CODES: Record<number, number> = { 400: 3, 401: 16, 403: 7, 404: 5, 405: 12, 415: 3, 429: 8, 501: 12, 503: 14 };
const UNKNOWN = 2;

/** The body that exporters read: a google.rpc.Status in JSON or protobuf, as the request was. */
export function otlpStatus(request: IncomingMessage, refusal: IngestRefusal): { contentType: string; body: Buffer } {
  const code = CODES[refusals[refusal.code].status] ?? UNKNOWN;
  if (encodingOf(request.headers['content-type']) === 'json') {
    return { contentType: 'application/json', body: Buffer.from(JSON.stringify({ code, message: refusal.message })) };
  }
  const message = Buffer.from(refusal.message);
  // Field 1, a varint: the code; field 2, with its length: the message.
  return {
    contentType: 'application/x-protobuf',
    body: Buffer.concat([Buffer.from([0x08, code, 0x12, ...varint(message.length)]), message]),
  };
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];
}
