import type { RefusalCode } from '#platform/refusal.ts';

const statuses = {
  'not-signed-in': 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  invalid: 400,
  'too-many': 429,
  'disk-full': 503,
  unavailable: 503,
} as const satisfies Record<RefusalCode, number>;

/** The HTTP status of a refusal, `null` for a bug. */
export function statusOf(error: Error): (typeof statuses)[RefusalCode] | null {
  return error.name === 'Refusal' && 'code' in error ? statuses[error.code as RefusalCode] : null;
}
