import { engineMessage } from './engines.ts';

/**
 * The part of a message that is read: two lines, a library's headline and its reason (Prisma puts blank lines between).
 */
const READ_CHARS_MAX = 2000;
const LINES_MAX = 2;
const KEPT_CHARS_MAX = 300;

/** A message without the parts that vary between occurrences. */
export function readMessage(raw: string): string {
  const text = firstLines(raw).replace(/^Uncaught (?:\(in promise\) )?/, '');
  return (engineMessage(text) ?? parameterize(withoutJson(text))).slice(0, KEPT_CHARS_MAX);
}

function firstLines(raw: string): string {
  const start = raw.search(/\S/);
  if (start < 0) return '';
  const lines: string[] = [];
  for (const line of raw.slice(start, start + READ_CHARS_MAX).split(/[\r\n\u2028\u2029]+/)) {
    const trimmed = line.trim();
    if (trimmed !== '') lines.push(trimmed);
    if (lines.length === LINES_MAX) break;
  }
  return lines.join(' ').replace(/\s+/g, ' ');
}

const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
const days = 'Mon|Tue|Wed|Thu|Fri|Sat|Sun';
const reasons =
  'OK|Bad Request|Unauthorized|Payment Required|Forbidden|Not Found|Method Not Allowed|Request Time-?out|Conflict|Gone|Payload Too Large|Unprocessable|Too Many Requests|Internal Server Error|Not Implemented|Bad Gateway|Service Unavailable|Gateway Time-?out';

/**
 * One pass, first rule wins. `keep` rules are before those that would replace a status or an error code, which
 * distinguish errors. Lookbehinds make each word be read once, so time stays linear in the (bounded) text.
 */
const rules: [placeholder: string, pattern: string][] = [
  ['keep', `\\b[Cc]ode[\\s:=]{1,3}['"][A-Z][A-Z0-9_]{1,39}['"]`],
  [
    'keep',
    `\\b(?:[Ss]tatus(?: ?[Cc]ode)?|[Cc]ode|errno|HTTP(?:/\\d(?:\\.\\d)?)?|[Ss]ignal|SQLSTATE)\\b[\\s:=#([]{1,3}-?\\d{1,5}(?![\\w.])`,
  ],
  ['keep', `SQLSTATE\\[\\w{5}\\]`],
  ['keep', `\\b[Ee]rror #?\\d{1,5}(?![\\w.])`],
  ['keep', `\\b[1-5]\\d\\d (?:${reasons})\\b`],
  ['keep', `\\([45]\\d\\d\\)`],
  ['keep', `(?<![\\w-])(?:ORA|PLS|ERR|RFC|UTF|ISO|SHA|TLS|CVE|AES)-[\\dA-Z-]+`],
  [
    'keep',
    `(?<!\\w)(?:[A-Z]{1,5}\\d{3,5}|utf8|utf16|base64|sha1|sha256|sha512|md5|http2|oauth2|ipv4|ipv6|s3|ec2|i18n|win32|x64|arm64|h[1-6])(?!\\w)`,
  ],
  ['<url>', `(?<![\\w])(?:[a-zA-Z][a-zA-Z0-9+.-]{1,20}://|data:|blob:)[^\\s"'\`<>)\\]}]*[^\\s"'\`<>)\\]}.,;:!?]`],
  ['<email>', `(?<![\\w.+-])[\\w.+-]{1,64}@[\\w-]+(?:\\.[\\w-]+)+`],
  ['<string>', `"[^"]*"|“[^”]*”|«[^»]*»|(?<!\\w)'[^']*'(?!\\w)|(?<!\\w)‘[^’]*’(?!\\w)`],
  [
    '<uuid>',
    `(?<![0-9a-fA-F-])[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}(?![0-9a-fA-F])`,
  ],
  [
    '<date>',
    `(?<!\\w)\\d{4}-\\d\\d-\\d\\d(?:[T ]\\d\\d:\\d\\d(?::\\d\\d(?:[.,]\\d+)?)?(?: ?(?:Z|UTC|GMT|[+-]\\d\\d:?\\d\\d))?)?(?!\\w)`,
  ],
  [
    '<date>',
    `(?<!\\w)(?:${days}),? (?:\\d{1,2} (?:${months})|(?:${months}) \\d{1,2}),? \\d{4}(?: \\d\\d:\\d\\d(?::\\d\\d)?)?(?: ?(?:GMT|UTC|Z)(?:[+-]\\d{4})?)?(?: \\([^)]{0,60}\\))?`,
  ],
  [
    '<date>',
    `(?<!\\w)\\d{1,4}[/.]\\d{1,2}[/.]\\d{4}(?![\\w.])|(?<![\\w:])\\d{1,2}:\\d\\d(?::\\d\\d(?:[.,]\\d+)?)?(?: ?[AP]M)?(?![\\w:])`,
  ],
  ['<ip>', `(?<![\\w.])\\d{1,3}(?:\\.\\d{1,3}){3}(?::\\d{1,5})?(?![\\w.]\\d)`],
  [
    '<ip>',
    `(?<![\\w:])\\[?(?:(?:[0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|(?:[0-9a-fA-F]{1,4}:){1,6}(?::[0-9a-fA-F]{1,4}){1,6}|::(?:[fF]{4}:)?[0-9a-fA-F.]{1,15})\\]?(?::\\d{1,5})?(?![\\w:])`,
  ],
  ['<hex>', `(?<!\\w)0[xX][0-9a-fA-F]+(?!\\w)`],
  [
    '<duration>',
    `(?<![\\w.])\\d+(?:\\.\\d+)? ?(?:ns|us|µs|ms|msecs?|s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?|milliseconds?)(?!\\w)`,
  ],
  ['<size>', `(?<![\\w.])\\d+(?:\\.\\d+)? ?(?:[KMGT]i?B|B|bytes|kb|mb|gb)(?!\\w)`],
  ['<number>', `(?<![\\w.])[-+]?\\d+(?:[.,]\\d+)*(?:[eE][-+]?\\d+)?(?!\\w)`],
  ['word', `(?<!\\w)\\w*\\d\\w*`],
];
const anyRule = new RegExp(rules.map(([, pattern]) => `(${pattern})`).join('|'), 'gu');
const placeholders = rules.map(([placeholder]) => placeholder);

function parameterize(text: string): string {
  return text.replace(anyRule, (found, ...groups: unknown[]) => {
    const placeholder = placeholders[groups.findIndex((group) => group !== undefined)] ?? 'keep';
    if (placeholder === 'keep') return found;
    return placeholder === 'word' ? parameterizeWord(found) : placeholder;
  });
}

/** A word with digits in it: a hash, an id, or a name with a number behind it (`item42`). `Int32Array` stays. */
function parameterizeWord(word: string): string {
  if (/^[0-9a-fA-F]{7,}$/.test(word)) return '<hash>';
  const digits = word.match(/\d+/g) ?? [];
  if (word.length >= 8 && (digits.length > 1 || digits.join('').length >= 6)) return '<id>';
  return word.replace(/\d+$/, '<number>');
}

/** Replaces each JSON object or array of objects by `<json>`; an unclosed one includes the rest of the text. */
function withoutJson(text: string): string {
  let kept = '';
  let from = 0;
  for (const start of text.matchAll(/[{[]\s?[{["]/g)) {
    if (start.index < from) continue;
    kept += `${text.slice(from, start.index)}<json>`;
    from = endOfJson(text, start.index);
  }
  return kept + text.slice(from);
}

function endOfJson(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let i = start; i < text.length; i++) {
    const char = text[i];
    if (char === '\\') i++;
    else if (char === '"') inString = !inString;
    else if (inString) continue;
    else if (char === '{' || char === '[') depth++;
    else if ((char === '}' || char === ']') && --depth === 0) return i + 1;
  }
  return text.length;
}
