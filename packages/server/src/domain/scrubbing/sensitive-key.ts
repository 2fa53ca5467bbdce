import { limits } from '@seismo/protocol';

/** `all`: any value of the key is secret. `text`: only text is (`max_tokens: 100` is a number of tokens). */
export type Sensitivity = 'none' | 'text' | 'all';

function setOf(commaSeparated: string): ReadonlySet<string> {
  return new Set(commaSeparated.split(', '));
}

/** A key with one of these words: `accessToken`, `x-csrf-token`, `DB_PASSWORD`, but not `author`. */
const secretWords = setOf(
  'password, passwd, passwort, passphrase, passcode, pwd, pass, secret, secrets, token, jwt, auth, ' +
    'authorization, authentication, bearer, csrf, xsrf, csrftoken, xsrftoken, csrfmiddlewaretoken, ' +
    'session, sessionid, sessid, sid, phpsessid, jsessionid, cookie, cookies, credential, credentials, ' +
    'apikey, privatekey, accesskey, cvv, cvc, cvv2, ssn, otp, pin, iban, stripetoken, cardnumber, ' +
    'creditcard, authtoken, accesstoken, refreshtoken, idtoken, usertoken, signature',
);
/** Two words in a row. */
const secretPairs = setOf(
  'api key, private key, access key, secret key, signing key, encryption key, master key, card number, ' +
    'credit card, card no, security code, account number, social security, one time, auth key, app key',
);
/** Inside a longer word too: `userpassword`, `mysqlpasswd`. */
const secretParts = ['password', 'passwd', 'secretkey', 'apikey', 'privatekey', 'accesstoken', 'authtoken', 'mysqlpwd'];
/** A key that ends with one of these describes a secret but does not contain it: `token_type`, `session_duration`. */
const safeSuffixes = setOf(
  'type, count, length, size, expires, expiry, expiration, ttl, limit, used, usage, max, min, total, ' +
    'url, uri, endpoint, name, enabled, required, valid, error, status, method, duration, start, started, ' +
    'age, at, strength, policy, sampled, rate, provider, scheme, version',
);

const memo = new Map<string, Sensitivity>();
const KEY_CHARS_MAX = 128;

/**
 * Whether a value under this key is a secret. Keys are compared by their words, so that `author`, `tokenizer` or
 * `passenger` stay; session IDs count as secrets, since they sign their holder in.
 */
export function sensitivityOf(key: string): Sensitivity {
  if (key.length > KEY_CHARS_MAX) return judge(key.slice(-KEY_CHARS_MAX));
  const known = memo.get(key);
  if (known !== undefined) return known;
  const judged = judge(key);
  if (memo.size >= limits.SENSITIVE_KEY_MEMO_COUNT_MAX) memo.clear();
  // A copy: a slice would keep its whole text in memory.
  memo.set(Buffer.from(key).toString(), judged);
  return judged;
}

function judge(key: string): Sensitivity {
  const words = wordsOf(key);
  const last = words.at(-1);
  if (last === undefined || (words.length > 1 && safeSuffixes.has(last))) return 'none';
  const joined = words.join('');
  if (secretParts.some((part) => joined.includes(part))) return 'all';
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index]!;
    if (secretWords.has(word) || secretPairs.has(`${word} ${words[index + 1] ?? ''}`)) return 'all';
  }
  return words.includes('tokens') ? 'text' : 'none';
}

/**
 * `accessToken`, `ACCESS_TOKEN`, `user[access-token]` and `user%5Baccess.token%5D` all have the words access, token.
 */
function wordsOf(key: string): string[] {
  return key
    .replaceAll(/%[0-9a-fA-F]{2}/g, ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
