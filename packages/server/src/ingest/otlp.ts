import type { IncomingMessage } from 'node:http';
import { refusals, type IngestRefusal } from './refuse.ts';

/** Signals of OpenTelemetry exporters, with the outcome category of a request. */
export const otlpSignals = { traces: 'span', logs: 'log', metrics: 'trace_metric' } as const;
export type OtlpSignal = keyof typeof otlpSignals;

/** Codes of google.rpc.Status. */
const CODES: Record<number, number> = { 400: 3, 401: 16, 403: 7, 404: 5, 405: 12, 429: 8, 501: 12, 503: 14 };
const UNKNOWN = 2;

/** The body that exporters read: a google.rpc.Status in JSON or protobuf, as the request was. */
export function otlpStatus(request: IncomingMessage, refusal: IngestRefusal): { contentType: string; body: Buffer } {
  const code = CODES[refusals[refusal.code].status] ?? UNKNOWN;
  if (request.headers['content-type']?.startsWith('application/json')) {
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
