import { parseDsn } from './dsn.ts';
import { AUTH_CHARS_MAX, PUBLIC_KEY_CHARS_MAX } from './limits.ts';

/**
 * `X-Sentry-Auth: Sentry sentry_key=…, sentry_version=7`, and the same in `Authorization`, also as `DSN https://…`. The
 * scheme is optional and case-insensitive, values may be quoted, and spaces are ignored, because users type this by
 * hand for OTLP. Returns the public key, or `null` for other headers (`Bearer …`) and empty ones.
 */
export function readAuthHeader(value: string): string | null {
  if (value.length > AUTH_CHARS_MAX) return null;
  const text = value.trim();
  const dsn = /^dsn\s+(\S+)$/i.exec(text);
  if (dsn) return parseDsn(dsn[1]!)?.publicKey ?? null;
  if (/^(?:bearer|basic|digest)\s/i.test(text)) return null;
  for (const pair of text.replace(/^sentry\s+/i, '').split(/[,;&\s]+/)) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).toLowerCase() === 'sentry_key') {
      return readPublicKey(pair.slice(equals + 1).replace(/^"|"$/g, ''));
    }
  }
  return null;
}

/** The `sentry_key` of a query string (without its `?`), or `null`. */
export function readAuthQuery(query: string): string | null {
  if (query.length > AUTH_CHARS_MAX) return null;
  // Every JS SDK authenticates so: cheaper than URLSearchParams, and keys need no decoding.
  const match = /(?:^|&)sentry_key=(\w+)(?:&|$)/.exec(query);
  return match ? readPublicKey(match[1]!) : null;
}

/** SDKs accept only `\w` in a DSN (`utils/dsn.js`). */
export function readPublicKey(value: string): string | null {
  return value.length <= PUBLIC_KEY_CHARS_MAX && /^\w+$/.test(value) ? value : null;
}
