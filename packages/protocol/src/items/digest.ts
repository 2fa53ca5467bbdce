import { DIGEST_CHARS_MAX } from '../limits.ts';

const PLAIN = /^[\w.:@;,+=/#~-]+$/;
/** Next.js's control-flow errors have digests too: `NEXT_REDIRECT;replace;/sign-in;307;`. */
const CONTROL_FLOW = /^(?:NEXT_|DYNAMIC_SERVER_USAGE|BAILOUT_TO_CLIENT_SIDE_RENDERING|HANGING_PROMISE_REJECTION)/;

/**
 * What Next.js calls a server error by, on both sides: mostly ten digits, a hash of the error's text and stack
 * (next/dist/server/app-render/create-error-handler), perhaps with the code of an error of Next's own (`123@E45`), or
 * the error's own `digest`. `null` for a value too long to be read out.
 */
export function readDigest(value: unknown): string | null {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string' || text.length > DIGEST_CHARS_MAX) return null;
  return PLAIN.test(text) && !CONTROL_FLOW.test(text) ? text : null;
}
