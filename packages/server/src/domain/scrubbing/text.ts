import { filterCardNumbers } from './card-number.ts';
import { sensitivityOf } from './sensitive-key.ts';

export const FILTERED = '[Filtered]';

/**
 * `text`: messages, URLs, values. `source`: lines of code, where `token = read()` is no secret. There `key=value` counts
 * only in a URL's query, if the value is written out and not put in by the code; and `password = "hunter2"` counts, as a
 * text in quotes is.
 */
export type TextKind = 'text' | 'source';

/** One pass that excludes most strings from closer checks. */
const SUSPECT =
  /[=@]|":|':|eyJ|A[KSI][IA]A|ookie:|uthorization:|-----B|earer |asic |EARER |ASIC |_live_|gh[pousr]_|xox[abp]-|glpat-|\d(?:[ -]?\d){12}/;
/**
 * The same for code, as several expressions: the engine skips ahead for words and for digits, but tries a combination
 * letter by letter.
 */
const SUSPECT_SOURCE = [
  /[?&][\w.%[\]-]+=|:\/\/[^\s/]*@/,
  /eyJ|A[KSI][IA]A|-----B|earer |asic |_live_|gh[pousr]_|xox[abp]-|glpat-/,
  /\d(?:[ -]?\d){12}/,
];

/** First any quoted text that is assigned, which is quick, then one with a sensitive name. */
const LITERAL = /[=:>] {0,4}[bfru]{0,2}["'`][^\s"'`]{4}/i;
const SECRET_LITERAL =
  /(?:pass|pwd|secret|token|jwt|auth|bearer|c[sr]rf|xsrf|sess|sid|cookie|credential|key|cv[vc]|ssn|otp|pin|iban|card|signature)[\w\]"'`-]{0,24}(?: ?: ?[\w&<>?| ]{1,24})? {0,4}(?::?=|:|=>) {0,4}\w{0,2}["'`]/i;

/** `password = "hunter2"`, `"api_key": 'x'`, `token := "x"`, `let secret: &str = "x"`, `:password => 'x'`. */
const ASSIGNED =
  /(?<![\w$.-])([\w$.-]{1,64}["'`\]]{0,2}(?: ?: ?[\w&<>?| ]{1,24}(?= ?=))? {0,4}(?::?=|:|=>) {0,4}[bfru]{0,2})(["'`])([^"'`\\\r\n]{1,400})\2/gi;

/** Whether `scrubText` would change any line of the text: none of its patterns spans lines. */
export function isSuspect(text: string, kind: TextKind): boolean {
  if (text.length < 8) return false;
  if (kind === 'text') return SUSPECT.test(text);
  return SUSPECT_SOURCE.some((sign) => sign.test(text)) || (LITERAL.test(text) && SECRET_LITERAL.test(text));
}

/** Removes secrets from text. Every step only moves forward, so time grows linearly with the length. */
export function scrubText(text: string, kind: TextKind): string {
  if (!isSuspect(text, kind)) return text;
  let scrubbed = text;
  if (scrubbed.includes('-----BEGIN ')) scrubbed = filterPrivateKeys(scrubbed);
  if (kind === 'text' && scrubbed.includes(':')) scrubbed = filterHeaders(scrubbed);
  scrubbed = filterSchemes(scrubbed);
  scrubbed = filterKnownTokens(scrubbed);
  scrubbed = filterPairs(scrubbed, kind);
  if (kind === 'source') scrubbed = filterLiterals(scrubbed);
  if (scrubbed.includes('://')) scrubbed = filterUserInfo(scrubbed);
  return /\d(?:[ -]?\d){12}/.test(scrubbed) ? filterCardNumbers(scrubbed, FILTERED) : scrubbed;
}

/** PEM, from the first dash to the last; an incomplete one to its end. */
function filterPrivateKeys(text: string): string {
  let filtered = '';
  let done = 0;
  for (let at = text.indexOf('-----BEGIN '); at !== -1; at = text.indexOf('-----BEGIN ', at + 1)) {
    if (at < done || !text.slice(at, at + 64).includes('PRIVATE KEY')) continue;
    const footer = text.indexOf('-----END ', at);
    const close = footer === -1 ? -1 : text.indexOf('-----', footer + 9);
    filtered += text.slice(done, at) + FILTERED;
    done = close === -1 ? text.length : close + 5;
    at = done - 1;
  }
  return filtered + text.slice(done);
}

/** `https://user:pass@host`: everything before the `@`. */
function filterUserInfo(text: string): string {
  let filtered = '';
  let done = 0;
  let at = text.indexOf('://');
  while (at !== -1) {
    const start = at + 3;
    let end = start;
    let sign = -1;
    while (end < text.length && !isHostEnd(text.charCodeAt(end))) {
      if (text.charCodeAt(end) === 64) sign = end;
      end += 1;
    }
    if (sign > start) {
      filtered += text.slice(done, start) + FILTERED;
      done = sign;
    }
    at = text.indexOf('://', end);
  }
  return done === 0 ? text : filtered + text.slice(done);
}

function isHostEnd(code: number): boolean {
  // / ? # " ' < > \ ` and everything up to a space.
  return code <= 32 || [47, 63, 35, 34, 39, 60, 62, 92, 96].includes(code);
}

/** A header in text: its value ends with the line. */
function filterHeaders(text: string): string {
  return text.replaceAll(
    /\b((?:proxy-)?authorization|(?:set-)?cookie):[ \t]{0,8}([^\r\n"'[\s][^\r\n"']*)/gi,
    `$1: ${FILTERED}`,
  );
}

/** `Bearer …` and `Basic …`, but not "basic authentication failed": a token has digits or marks, or is long. */
function filterSchemes(text: string): string {
  return text.replaceAll(/\b(bearer|basic) {1,4}([\w.~+/=-]{4,})/gi, (whole: string, scheme: string, token: string) => {
    const secret = scheme.length === 6 ? token.length >= 20 || /[\d=]/.test(token) : isBasic(token);
    return secret ? `${scheme} ${FILTERED}` : whole;
  });
}

function isBasic(token: string): boolean {
  return Buffer.from(token.slice(0, 1024), 'base64').includes(58);
}

/** `key=value` in queries, forms and settings, and `"key": value` in JSON that is itself text. */
function filterPairs(text: string, kind: TextKind): string {
  let filtered = '';
  let done = 0;
  for (let at = nextChar(text, 0, kind); at !== -1; at = nextChar(text, Math.max(at + 1, done), kind)) {
    const keyEnd = keyEndBefore(text, at);
    if (keyEnd <= done || (text[at] === ':' && !isQuote(text.charCodeAt(keyEnd)) && text[keyEnd] !== '\\')) continue;
    let start = keyEnd;
    while (start > done && keyEnd - start < 64 && isKeyPart(text.charCodeAt(start - 1))) start -= 1;
    if (start === keyEnd || (kind === 'source' && text[start - 1] !== '?' && text[start - 1] !== '&')) continue;
    const sensitivity = sensitivityOf(text.slice(start, keyEnd));
    if (sensitivity === 'none') continue;
    const [from, to] = kind === 'source' ? writtenOut(text, at + 1) : valueAfter(text, at + 1);
    if (to <= from || (sensitivity === 'text' && /^\d+$/.test(text.slice(from, to)))) continue;
    filtered += text.slice(done, from) + FILTERED;
    done = to;
  }
  return done === 0 ? text : filtered + text.slice(done);
}

/**
 * In a query string in source: the value if it is literal, or nothing if the code inserts it (`${token}`, `%s`, `" +`).
 */
function writtenOut(text: string, after: number): [from: number, to: number] {
  let to = after;
  while (to < text.length && /[\w.~%+/-]/.test(text[to]!)) to += 1;
  const isPlaceholder =
    /^%[\w(]/.test(text.slice(after, after + 2)) && !/^%[0-9a-f]{2}/i.test(text.slice(after, after + 3));
  return isPlaceholder || /^[({$#\\]/.test(text.slice(to, to + 1)) ? [after, after] : [after, to];
}

/** A literal that is assigned to a sensitive name, unless it only names the secret or the code fills it in. */
function filterLiterals(text: string): string {
  return text.replaceAll(ASSIGNED, (whole: string, assigned: string, quote: string, literal: string) => {
    const key = /^[\w$.-]+/.exec(assigned)![0];
    if (sensitivityOf(key) === 'none' || !isSecretLiteral(literal)) return whole;
    return assigned + quote + FILTERED + quote;
  });
}

/** `"hunter2"`, not `"Enter your password"`, `"password"`, `"X-Auth-Token"`, `"${token}"`, `"%s"` or `"string"`. */
function isSecretLiteral(literal: string): boolean {
  if (literal === FILTERED || literal.length < 4 || /[\s{}<>]|%[\w(]|^[$:#./]/.test(literal)) return false;
  return sensitivityOf(literal) === 'none' && !typeNames.has(literal.toLowerCase());
}

const typeNames: ReadonlySet<string> = new Set(
  'string text str varchar number integer boolean bool none null true false undefined required optional hidden include same-origin omit basic bearer digest'.split(
    ' ',
  ),
);

function nextChar(text: string, from: number, kind: TextKind): number {
  for (let index = from; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 61 || (code === 58 && kind === 'text')) return index;
  }
  return -1;
}

/** Steps back over a space and the quote that closes the key, escaped or not. */
function keyEndBefore(text: string, sign: number): number {
  let end = sign;
  if (text.charCodeAt(end - 1) === 32) end -= 1;
  if (isQuote(text.charCodeAt(end - 1))) end -= 1;
  else if (end < sign) return text[sign] === '=' ? sign : end;
  if (text.charCodeAt(end - 1) === 92) end -= 1;
  return end;
}

function isKeyPart(code: number): boolean {
  if ((code >= 48 && code <= 57) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return true;
  return code === 95 || code === 45 || code === 46 || code === 37 || code === 91 || code === 93;
}

function isQuote(code: number): boolean {
  return code === 34 || code === 39;
}

/** Where the value begins and ends: a quoted string without its quotes, a bracketed value whole, or up to a delimiter. */
function valueAfter(text: string, after: number): [from: number, to: number] {
  let from = after;
  while (text.charCodeAt(from) === 32 && from < after + 4) from += 1;
  if (text.charCodeAt(from) === 92 && isQuote(text.charCodeAt(from + 1))) from += 1;
  const opening = text.charCodeAt(from);
  if (isQuote(opening)) return [from + 1, quoteEnd(text, from + 1, opening)];
  if (text.startsWith(FILTERED, from)) return [from, from + FILTERED.length];
  if (opening === 123 || opening === 91) return [from, bracketEnd(text, from)];
  let to = from;
  while (to < text.length && !isValueEnd(text.charCodeAt(to))) to += 1;
  return [from, to];
}

function isValueEnd(code: number): boolean {
  // & ; , " ' < > ) ] } and everything up to a space.
  return code <= 32 || [38, 59, 44, 34, 39, 60, 62, 41, 93, 125].includes(code);
}

/** The closing quote; of JSON in JSON, where every quote is escaped, the backslash before it. */
function quoteEnd(text: string, from: number, quote: number): number {
  const escaped = text.charCodeAt(from - 2) === 92;
  for (let index = from; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) return escaped && text.charCodeAt(index - 1) === 92 ? index - 1 : index;
    if (code === 92 && !escaped) index += 1;
  }
  return text.length;
}

function bracketEnd(text: string, from: number): number {
  let depth = 0;
  for (let index = from; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 123 || code === 91) depth += 1;
    else if (code === 125 || code === 93) depth -= 1;
    if (depth === 0) return index + 1;
  }
  return text.length;
}

const TOKEN = /eyJ|A(?:KIA|SIA|IDA|ROA)|(?:sk|rk|pk)_live_|gh[pousr]_|xox[abp]-|glpat-/g;
const AWS_KEY = /^A(?:KIA|SIA|IDA|ROA)[A-Z0-9]{16}$/;
const PREFIXED = /^(?:[srp]k_live_|gh[pousr]_|xox[abp]-|glpat-)[\w-]{8,}$/;
const JWT = /^eyJ[\w-]*\.[\w-]+(?:\.[\w-]*)?$/;

/** Tokens with a known prefix. Each run of token characters is read once. */
function filterKnownTokens(text: string): string {
  let filtered = '';
  let done = 0;
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found !== null; found = TOKEN.exec(text)) {
    const start = found.index;
    let end = start;
    while (end < text.length && isTokenPart(text.charCodeAt(end))) end += 1;
    TOKEN.lastIndex = end;
    const token = text.slice(start, end).replace(/\.$/, '');
    const secret = token.startsWith('eyJ')
      ? JWT.test(token) || token.length >= 40
      : (start === 0 || !isTokenPart(text.charCodeAt(start - 1))) && (AWS_KEY.test(token) || PREFIXED.test(token));
    if (!secret) continue;
    filtered += text.slice(done, start) + FILTERED;
    done = start + token.length;
  }
  return done === 0 ? text : filtered + text.slice(done);
}

function isTokenPart(code: number): boolean {
  if ((code >= 48 && code <= 57) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return true;
  return code === 95 || code === 45 || code === 46;
}
