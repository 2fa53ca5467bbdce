/**
 * Removes secrets from text that Seismo writes about itself (logs, reports of its own errors): the secrets of one-time
 * and share links, of links to unsubscribe, API tokens, and the query of sign-in pages, where identity providers put their codes. Secrets are 43
 * characters of base64url (`command/accounts/secret.ts`).
 */
export function redactSecrets(text: string): string {
  return text
    .replaceAll(LINK, '$1[redacted]')
    .replaceAll(TOKEN, 'seismo_[redacted]')
    .replaceAll(QUERY, '$1?[redacted]');
}

/** Whether the path is one of those links, or the data of one. */
export function isSecretPath(path: string): boolean {
  return SECRET_PATH.test(path);
}

const SECRET_PATH = /^(?:\/_next\/data\/[^/]+)?\/(?:shared|invitation|unsubscribe|sign-in\/(?:link|reset))(?:[/?]|$)/;
/** A slash, also as encoded in a query or in a nested query. */
const SLASH = '(?:/|%(?:25)*2F)';
/** In front of the secret of a link to unsubscribe: the ID of the key that sealed it. */
const KEY_ID = '(?:[0-9a-f]{8}(?::|%(?:25)*3A))?';
const LINK = new RegExp(
  `(${SLASH}(?:shared|invitation|unsubscribe|sign-in${SLASH}(?:link|reset))${SLASH})${KEY_ID}[\\w-]{32,}`,
  'gi',
);
const TOKEN = /seismo_[\w-]{32,}/g;
const QUERY = /(\/sign-in(?:\/[\w-]*){0,4})\?[^\s"'<>\\]+/g;
