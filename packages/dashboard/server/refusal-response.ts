import { limits } from '@seismo/protocol';
import type { RefusalCode } from '@seismo/server';
import { isRefusal } from './refusal.ts';

const statuses: Record<RefusalCode, number> = {
  'not-signed-in': 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  invalid: 400,
  'too-many': 429,
  'disk-full': 503,
  unavailable: 503,
};

/** For route handlers: turns a refusal into a response. Other errors stay thrown. */
export async function refusalToResponse(handler: () => Promise<Response>): Promise<Response> {
  try {
    return await handler();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return new Response(error.message, {
      status: statuses[error.code],
      headers: {
        ...untrustedHeaders,
        'Content-Type': 'text/plain; charset=utf-8',
        ...(error.code === 'too-many' && { 'Retry-After': String(limits.TOO_MANY_RETRY_AFTER_S) }),
      },
    });
  }
}

/** Headers that keep untrusted content from running in our origin. */
export const untrustedHeaders = {
  'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, no-store',
};
