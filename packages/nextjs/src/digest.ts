/** The digest that Next or the app gave an error, in the characters that Seismo reads: the same in browser and on server. */
export function digestOf(thrown: unknown): string | undefined {
  const digest = typeof thrown === 'object' && thrown !== null ? (thrown as { digest?: unknown }).digest : undefined;
  return typeof digest === 'string' && /^[\w.:@;,+=/#~-]{1,128}$/.test(digest) ? digest : undefined;
}

/**
 * The digest of an error. The Pages Router has none, so it is computed from message and stack like in the App Router
 * (next 16.4 `server/app-render/create-error-handler.js`, read 2026-11): the same error has the same digest everywhere.
 */
export function givenDigest(thrown: unknown): string | undefined {
  const own = digestOf(thrown);
  if (own || !(thrown instanceof Error)) return own;
  const text = `${thrown.message}${thrown.stack ?? ''}`.slice(0, DIGEST_TEXT_CHARS_MAX);
  let hash = 5381;
  for (let at = text.length; at > 0; at -= 1) hash = Math.imul(hash, 33) ^ text.charCodeAt(at - 1);
  const digest = String(hash >>> 0);
  // A frozen error gets no digest.
  return Reflect.set(thrown, 'digest', digest) ? digest : undefined;
}

const DIGEST_TEXT_CHARS_MAX = 10_000;
