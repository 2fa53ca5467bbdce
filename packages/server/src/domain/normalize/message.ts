import { isFields, limits, readJson, readText } from '@seismo/protocol';
import type { EventPayload, Fields, Json, FieldLocation } from '@seismo/protocol';

/** `logentry`, or its older name `message`, which is text or the same object. */
export function readMessage(raw: Fields, location: FieldLocation): EventPayload['logentry'] {
  return readEntry(raw, 'logentry', location) ?? readEntry(raw, 'message', location);
}

function readEntry(raw: Fields, key: string, location: FieldLocation): EventPayload['logentry'] {
  const value = raw[key];
  if (!isFields(value)) {
    const formatted = readText(raw, key, location, limits.MESSAGE_CHARS_MAX);
    return formatted ? { formatted } : undefined;
  }
  const here = location.at(key);
  const message = readText(value, 'message', here, limits.MESSAGE_CHARS_MAX);
  const params = readParams(value, here);
  const formatted =
    readText(value, 'formatted', here, limits.MESSAGE_CHARS_MAX) ?? (message ? format(message, params) : undefined);
  if (!formatted) return undefined;
  const entry: NonNullable<EventPayload['logentry']> = { formatted };
  if (message !== undefined && message !== formatted) entry.message = message;
  if (params !== undefined) entry.params = params;
  return entry;
}

function readParams(entry: Fields, location: FieldLocation): Json | undefined {
  const value = entry['params'];
  if (value === undefined || value === null) return undefined;
  return readJson(value, location.at('params'), limits.EXTRA_ITEM_CHARS_MAX);
}

/** `%%`; `%s`, `%-5d`, `%.2f`, `%(name)s`; `{}`, `{0}`, `{name}`, `{:.2f}`, `{0:>5}`, `{user.id}`. */
const PLACEHOLDER =
  /%%|%(?:\((?<key>[^()%]{1,64})\))?(?<flags>[-+#0]{0,4})(?<width>\d{0,3})(?:\.(?<digits>\d{1,2}))?(?:hh?|ll?|[Lqjzt])?(?<verb>[a-zA-Z])|\{\{|\}\}|\{(?<name>[\w.[\]-]{0,64})(?:![rsa])?(?::(?<spec>[^{}]{0,32}))?\}/g;

/** Verbs of printf in C, Go, Java, JavaScript, Perl, PHP, Python, Ruby and Rust. */
const VERBS = 'sdifjoOcrauxXeEgGqvTtbp';

/**
 * Fills a template in the formats of SDKs: `%s` and `{}` in order, `{0}` by number, `%(name)s` and `{name}` by name.
 * Placeholders without a value or in an unknown format stay unchanged.
 */
function format(template: string, params: Json | undefined): string {
  if (typeof params !== 'object' || params === null) return template;
  const list = Array.isArray(params) ? params : null;
  if (list?.length === 0) return template;
  const named = list === null ? (params as Record<string, Json>) : onlyRecord(list);
  let next = 0;
  let charsLeft = limits.MESSAGE_CHARS_MAX;
  const filled = template.replace(PLACEHOLDER, (placeholder: string, ...rest: unknown[]) => {
    if (charsLeft <= 0) return '';
    if (placeholder === '%%') return '%';
    if (placeholder === '{{' || placeholder === '}}') return placeholder;
    const { key, flags = '', width = '', digits, verb, name, spec } = rest.at(-1) as Partial<Record<string, string>>;
    if (verb !== undefined && !VERBS.includes(verb)) return placeholder;
    const label = key ?? name ?? '';
    const byName = label !== '' && (key !== undefined || list === null || !/^\d+$/.test(label));
    const param = byName ? valueOf(named, label) : list?.[label === '' ? next++ : Number(label)];
    if (param === undefined) return placeholder;
    const text =
      verb === undefined ? braced(param, spec ?? '') : printed(param, { flags, width: Number(width), digits, verb });
    charsLeft -= text.length;
    return text;
  });
  return filled.slice(0, limits.MESSAGE_CHARS_MAX).toWellFormed();
}

function valueOf(named: Record<string, Json> | null, key: string): Json | undefined {
  return named !== null && Object.hasOwn(named, key) ? named[key] : undefined;
}

/** `["%(name)s", [{name: …}]]`: a mapping that was passed as the only parameter. */
function onlyRecord(list: Json[]): Record<string, Json> | null {
  const [only] = list;
  return list.length === 1 && typeof only === 'object' && only !== null && !Array.isArray(only) ? only : null;
}

interface Printf {
  flags: string;
  width: number;
  digits: string | undefined;
  verb: string;
}

function printed(param: Json, { flags, width, digits, verb }: Printf): string {
  const text = converted(param, verb, digits);
  const isNumber = text !== null && 'dixXofeEgG'.includes(verb);
  const signed = isNumber && flags.includes('+') && !text.startsWith('-') ? `+${text}` : (text ?? plain(param));
  if (flags.includes('-')) return signed.padEnd(width);
  if (!isNumber || !flags.includes('0')) return signed.padStart(width);
  const sign = /^[-+]?/.exec(signed)![0];
  return sign + signed.slice(sign.length).padStart(width - sign.length, '0');
}

/** `null` if the value does not fit the verb: it is then inserted as it is. */
function converted(param: Json, verb: string, digits: string | undefined): string | null {
  const number = typeof param === 'string' && param.trim() !== '' ? Number(param) : param;
  const isNumber = typeof number === 'number' && Number.isFinite(number);
  switch (verb) {
    case 'd':
    case 'i':
    case 'u':
      return isNumber && typeof param === 'number' ? String(Math.trunc(number)) : null;
    case 'f':
      return isNumber ? number.toFixed(digits === undefined ? 6 : Number(digits)) : null;
    case 'e':
    case 'E':
      return isNumber ? cased(number.toExponential(digits === undefined ? 6 : Number(digits)), verb) : null;
    case 'x':
    case 'X':
      return isNumber && Number.isInteger(number) ? cased(number.toString(16), verb) : null;
    case 'r':
      return typeof param === 'string' && !isQuoted(param) ? `'${param}'` : null;
    case 'q':
      return typeof param === 'string' && !isQuoted(param) ? JSON.stringify(param) : null;
    case 's':
    case 'v':
      return digits === undefined || typeof param !== 'string' ? null : param.slice(0, Number(digits));
    default:
      return null;
  }
}

/** `{:.2f}`, `{:>8}`, `{:05d}`, `{:?}`: the formats of Python and Rust after the colon. */
function braced(param: Json, spec: string): string {
  const read = /^(?:.?([<>^]))?([-+#0]{0,3})(\d{0,3})(?:\.(\d{1,2}))?([a-zA-Z%?]?)$/.exec(spec);
  if (read === null) return plain(param);
  const [, align, flags = '', width = '', digits, kind = ''] = read;
  if (kind === '?') return typeof param === 'string' ? JSON.stringify(param) : plain(param);
  const verb =
    kind !== '' && VERBS.includes(kind) ? kind : digits !== undefined && typeof param === 'number' ? 'f' : 's';
  const leftward = align === '<' || (align === undefined && typeof param === 'string') ? '-' : '';
  return printed(param, { flags: flags + leftward, width: Number(width), digits, verb });
}

function cased(text: string, verb: string): string {
  return verb === verb.toUpperCase() ? text.toUpperCase() : text;
}

/** SDKs that write their values with `repr` before they send them. */
function isQuoted(text: string): boolean {
  return /^(['"])[^]*\1$/.test(text);
}

function plain(param: Json): string {
  return typeof param === 'string' ? param : JSON.stringify(param);
}
