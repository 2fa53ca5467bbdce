import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EventId } from '@seismo/protocol';
import { refusals, type IngestRefusal } from './refuse.ts';

/** Browsers hide every header that is not listed here, and SDKs then stop everything for a minute (@sentry/core `utils/ratelimit.js`). */
export const corsHeaders = [
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  'x-sentry-error, x-sentry-rate-limits, retry-after',
] as const;

export interface Accepted {
  eventId: EventId | null;
  rateLimits: string | null;
}

export function respondAccepted(response: ServerResponse, { eventId, rateLimits }: Accepted): void {
  const body = eventId === null ? '{}' : `{"id":"${eventId}"}`;
  const headers = [...corsHeaders, 'content-type', 'application/json', 'content-length', String(body.length)];
  if (rateLimits !== null) headers.push('x-sentry-rate-limits', rateLimits);
  response.writeHead(200, headers);
  response.end(body);
}

/** SDKs send a preflight request only if users add headers (`transportOptions.headers`), so any name is possible. */
export function respondPreflight(request: IncomingMessage, response: ServerResponse): void {
  const requestedHeaders = request.headers['access-control-request-headers'] ?? '';
  response.writeHead(204, [
    ...corsHeaders,
    'access-control-allow-methods',
    'POST, OPTIONS',
    'access-control-allow-headers',
    /^[\w ,-]{1,1024}$/.test(requestedHeaders)
      ? requestedHeaders
      : 'content-type, content-encoding, x-sentry-auth, authorization',
    'access-control-max-age',
    String(PREFLIGHT_AGE_S_MAX),
  ]);
  response.end();
}

/** Chromium caches preflights for at most two hours. */
const PREFLIGHT_AGE_S_MAX = 7200;

/** In a browser, the tunnel path reveals nothing about the app. */
export function respondMethodNotAllowed(response: ServerResponse): void {
  response.writeHead(405, [
    'allow',
    'POST, OPTIONS',
    'content-type',
    'text/plain; charset=utf-8',
    'cache-control',
    'no-store',
  ]);
  response.end('Method not allowed\n');
}

export function respondRefusal(
  response: ServerResponse,
  refusal: IngestRefusal,
  { contentType, body }: { contentType: string; body: Buffer } = plainRefusal(refusal),
): void {
  const { retryAfterS, rateLimits } = refusal.details;
  response.writeHead(refusals[refusal.code].status, [
    ...corsHeaders,
    'content-type',
    contentType,
    'content-length',
    String(body.length),
    'x-sentry-error',
    refusal.message,
    ...(refusal.code === 'method-not-allowed' ? ['allow', 'POST, OPTIONS'] : []),
    ...(retryAfterS === undefined ? [] : ['retry-after', String(retryAfterS)]),
    ...(rateLimits === undefined ? [] : ['x-sentry-rate-limits', rateLimits]),
  ]);
  response.end(body);
}

function plainRefusal({ message, code }: IngestRefusal): { contentType: string; body: Buffer } {
  return { contentType: 'application/json', body: Buffer.from(JSON.stringify({ detail: message, code })) };
}
