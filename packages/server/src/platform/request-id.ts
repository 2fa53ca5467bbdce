import { randomUUID } from 'node:crypto';

/** The response header with the ID under which the log has the details of a failed request. */
export const REQUEST_ID = 'x-request-id';

/** The ID that a proxy gave the request, or a new one. */
export function requestIdOf(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
}
