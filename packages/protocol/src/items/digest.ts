import { DIGEST_CHARS_MAX } from '../limits.ts';

const PLAIN = /^[\w.:@;,+=/#~-]+$/;
/** Next.js's control-flow errors have digests too: `NEXT_REDIRECT;replace;/sign-in;307;`. */
const CONTROL_FLOW = /^(?:NEXT_|DYNAMIC_SERVER_USAGE|BAILOUT_TO_CLIENT_SIDE_RENDERING|HANGING_PROMISE_REJECTION)/;

/**
 * Next.js's identifier of a server error, on both sides: usually ten digits, a hash of the error's text and stack
 * (next/dist/server/app-render/create-error-handler), perhaps with the code of one of Next's own errors (`123@E45`), or
 * the error's own `digest`. `null` if it is too long to be read aloud.
 */
export function readDigest(value: unknown): string | null {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string' || text.length > DIGEST_CHARS_MAX) return null;
  return PLAIN.test(text) && !CONTROL_FLOW.test(text) ? text : null;
}
