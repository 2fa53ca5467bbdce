import { limits } from '@seismo/protocol';
import type { Disposition } from '@seismo/protocol';
import type { RecordCounts } from './record-counts.ts';

/**
 * Every refusal of ingest: the HTTP status, a message that says what to do, and the outcome to count if the project is
 * known (`null`: none, because the project is unknown or the report will be sent again).
 */
export const refusals = {
  'no-auth': {
    status: 401,
    disposition: null,
    sentence:
      'The request has no client key. Use the DSN of the project, or send "X-Sentry-Auth: Sentry sentry_key=...".',
  },
  'unknown-key': {
    status: 403,
    disposition: null,
    sentence: 'Unknown client key. Copy the DSN from the project settings.',
  },
  'inactive-key': {
    status: 403,
    disposition: { outcome: 'filtered', reason: 'key-inactive' },
    sentence: 'The client key is disabled. Enable it in the project settings, or use another key.',
  },
  'project-mismatch': {
    status: 403,
    disposition: null,
    sentence:
      'The client key and the project ID in the URL belong to different projects. Copy the DSN from the project settings and use it unchanged.',
  },
  'method-not-allowed': { status: 405, disposition: null, sentence: 'Send reports with POST.' },
  'body-too-large': {
    status: 413,
    disposition: { outcome: 'too-large', reason: 'item' },
    sentence: `The body is larger than ${limits.BODY_COMPRESSED_BYTES_MAX} bytes as sent. Send less in one request.`,
  },
  'inflated-too-large': {
    status: 413,
    disposition: { outcome: 'too-large', reason: 'item' },
    sentence: `The body inflates to more than ${limits.BODY_INFLATED_BYTES_MAX} bytes. Send less in one request.`,
  },
  'inflation-ratio': {
    status: 413,
    disposition: { outcome: 'too-large', reason: 'inflation' },
    sentence: `The body inflates to more than ${limits.BODY_INFLATION_RATIO_MAX} times its compressed size. Send it with less compression, or in smaller parts.`,
  },
  'item-too-large': {
    status: 413,
    disposition: { outcome: 'too-large', reason: 'item' },
    sentence: `Every item exceeds the size limit of its type (events: ${limits.EVENT_BYTES_MAX} bytes). Send less in one item.`,
  },
  'encoding-unknown': {
    status: 415,
    disposition: { outcome: 'invalid', reason: 'framing' },
    sentence: 'Unsupported content encoding. Use gzip, deflate, br, zstd or none.',
  },
  'encoding-broken': {
    status: 400,
    disposition: { outcome: 'invalid', reason: 'framing' },
    sentence: 'The body does not match its content encoding. Check that it is compressed exactly once.',
  },
  truncated: {
    status: 400,
    disposition: { outcome: 'invalid', reason: 'framing' },
    sentence: 'The body ends before it is complete. Send it again.',
  },
  empty: {
    status: 400,
    disposition: { outcome: 'invalid', reason: 'framing' },
    sentence: 'The body has no items. Send an envelope: a header line, then for each item a header line and a payload.',
  },
  'not-an-envelope': {
    status: 400,
    disposition: { outcome: 'invalid', reason: 'framing' },
    sentence: 'The body is not an envelope. Send a header line, then for each item a header line and a payload.',
  },
  'not-an-event': {
    status: 400,
    disposition: { outcome: 'invalid', reason: 'json' },
    sentence: 'The body is not an event. Send one JSON object, or use the envelope endpoint.',
  },
  'not-otlp': {
    status: 400,
    disposition: { outcome: 'invalid', reason: 'protobuf' },
    sentence: 'The body is not an ExportTraceServiceRequest in the encoding that its content type names.',
  },
  'otlp-content-type': {
    status: 415,
    disposition: { outcome: 'invalid', reason: 'framing' },
    sentence: 'Unsupported content type. Send OTLP as application/x-protobuf or application/json.',
  },
  'invalid-event-id': {
    status: 400,
    disposition: { outcome: 'invalid', reason: 'event-id' },
    sentence: 'The "event_id" is not 32 hexadecimal digits. Correct it, or omit it and the server creates one.',
  },
  timeout: {
    status: 408,
    disposition: { outcome: 'invalid', reason: 'timeout' },
    sentence: 'The body did not arrive in time. Send it again over a faster connection, or send less.',
  },
  backlog: {
    status: 429,
    disposition: { outcome: 'limited', reason: 'backlog' },
    sentence: 'The server is overloaded. Send again after the time in Retry-After.',
  },
  'rate-limited': {
    status: 429,
    disposition: { outcome: 'limited', reason: 'key-rate' },
    sentence: 'The client key exceeded its rate limit. Send again after the time in Retry-After.',
  },
  'day-budget': {
    status: 429,
    disposition: { outcome: 'limited', reason: 'day-budget' },
    sentence:
      'The project, the client key or the sender reached its daily limit in bytes. Send again after the time in Retry-After.',
  },
  'too-many-unknown-keys': {
    status: 429,
    disposition: null,
    sentence: 'Too many requests with unknown client keys. Send again after the time in Retry-After.',
  },
  'not-built': {
    status: 501,
    disposition: null,
    sentence: 'Seismo does not store logs or metrics yet.',
  },
  'disk-full': {
    status: 503,
    disposition: { outcome: 'limited', reason: 'disk-full' },
    sentence: 'The server disk is full. Send again after the time in Retry-After.',
  },
  'not-stored': {
    status: 503,
    disposition: { outcome: 'limited', reason: 'not-stored' },
    sentence: 'The report could not be written to disk and is not stored. Send it again after the time in Retry-After.',
  },
  unexpected: {
    status: 500,
    disposition: null,
    sentence: 'Internal error. The server log has the details. Send the request again later.',
  },
} as const satisfies Record<string, { status: number; disposition: Disposition | null; sentence: string }>;

export type IngestRefusalCode = keyof typeof refusals;

export interface RefusalDetails {
  /** Instead of the code's own sentence. Never a client's words: it travels in a header. */
  sentence?: string;
  retryAfterS?: number;
  rateLimits?: string;
  disposition?: Disposition;
  /** The refused items, where known. */
  records?: RecordCounts;
}

/** A refusal of ingest, thrown anywhere; `respond.ts` writes the response. */
export class IngestRefusal extends Error {
  override name = 'IngestRefusal';
  readonly code: IngestRefusalCode;
  readonly details: RefusalDetails;
  constructor(code: IngestRefusalCode, details: RefusalDetails = {}) {
    super(details.sentence ?? refusals[code].sentence);
    this.code = code;
    this.details = details;
  }

  /** The outcome of `records`. */
  get disposition(): Disposition | null {
    return this.details.disposition ?? refusals[this.code].disposition;
  }
}
