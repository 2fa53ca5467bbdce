import type { Json } from './items/event.ts';
import { JSON_DEPTH_MAX } from './limits.ts';

/** The words are reasons of the outcome `invalid`. */
export type ParsedJson = { ok: true; value: Json } | { ok: false; why: 'json' | 'nesting' };

/**
 * Parses JSON that a stranger wrote. Guarantees of the value:
 * - nothing nests deeper than `JSON_DEPTH_MAX`, known before the parser runs, so recursion over it is safe;
 * - no object has a key `__proto__` (dropped), so `Object.assign`, spreads and `target[key] = …` over its keys cannot reach
 *   a prototype; `constructor` and `prototype` stay, as plain own data;
 * - every string and key is well-formed Unicode: invalid UTF-8 and lone surrogates became U+FFFD.
 * Numbers may be `Infinity` (`1e999`), and a key may hide a method: ask `Object.hasOwn`, not `in`.
 */
export function parseJson(bytes: Uint8Array): ParsedJson {
  const text = decodeUtf8(bytes);
  const scan = scanJson(text);
  if (scan.tooDeep) return { ok: false, why: 'nesting' };
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return { ok: false, why: 'json' };
  }
  if (scan.hasProto || (text.includes('\\u') && ODD_ESCAPE.test(text))) value = cleaned(value);
  return { ok: true, value };
}

/** Invalid sequences become U+FFFD; a byte order mark is removed. */
export function decodeUtf8(bytes: Uint8Array): string {
  return utf8.decode(bytes);
}

const utf8 = new TextDecoder();

/** An escape that could spell what `cleaned` looks for: a surrogate (`\ud…`), or a letter of `__proto__` (`\u005f` … `\u007a`). */
const ODD_ESCAPE = /\\u(?:[dD]|00[5-7])/;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `[` and `{`, `]` and `}` differ from each other in this bit only. */
const BRACE_BIT = 0x20;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * One pass that finds the depth, and whether a string is `__proto__`. Most payloads have no such string and need no
 * second pass. Strings are skipped with `indexOf`, which reads many characters at a time.
 */
function scanJson(text: string): { tooDeep: boolean; hasProto: boolean } {
  let depth = 0;
  let hasProto = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      const end = endOfString(text, i + 1);
      if (end === -1) break;
      if (end - i === PROTO.length - 1 && text.startsWith(PROTO, i)) hasProto = true;
      i = end;
    } else if ((code | BRACE_BIT) === OPEN) {
      if (++depth > JSON_DEPTH_MAX) return { tooDeep: true, hasProto };
    } else if ((code | BRACE_BIT) === CLOSE) depth--;
  }
  return { tooDeep: false, hasProto };
}

const PROTO = '"__proto__"';

/** The next quote that no backslash escapes, or -1. */
function endOfString(text: string, from: number): number {
  let start = from;
  for (;;) {
    const quote = text.indexOf('"', start);
    if (quote === -1) return -1;
    let plain = quote;
    while (plain > start && text.charCodeAt(plain - 1) === BACKSLASH) plain--;
    if ((quote - plain) % 2 === 0) return quote;
    start = quote + 1;
  }
}

/** Recursion is safe: the depth is known by now. */
function cleaned(value: Json): Json {
  if (typeof value === 'string') return value.toWellFormed();
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(cleaned);
  const clean: Record<string, Json> = {};
  for (const key of Object.keys(value)) {
    if (key !== '__proto__') clean[key.toWellFormed()] = cleaned(value[key]!);
  }
  return clean;
}
