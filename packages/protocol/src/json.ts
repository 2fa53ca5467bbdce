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
  const scan = scanJson(bytes);
  if (scan.tooDeep) return { ok: false, why: 'nesting' };
  const text = decodeUtf8(bytes);
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return { ok: false, why: 'json' };
  }
  if (scan.hasOddEscape || text.includes('__proto__')) value = cleaned(value);
  return { ok: true, value };
}

/** Invalid sequences become U+FFFD; a byte order mark goes away. */
export function decodeUtf8(bytes: Uint8Array): string {
  return utf8.decode(bytes);
}

const utf8 = new TextDecoder();

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_D = 0x64;
const LETTER_U = 0x75;
const ZERO = 0x30;
/** `[` and `{`, `]` and `}` differ from each other in this bit only. */
const BRACE_BIT = 0x20;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * One pass that finds the depth, and whether an escape could spell what `cleaned` looks for: a surrogate (`\ud…`), or a
 * letter of `__proto__` (`\u005f` … `\u007a`). Most payloads have neither and are never walked.
 */
function scanJson(bytes: Uint8Array): { tooDeep: boolean; hasOddEscape: boolean } {
  let depth = 0;
  let hasOddEscape = false;
  const end = bytes.length;
  for (let i = 0; i < end; i++) {
    const byte = bytes[i]!;
    if (byte === QUOTE) {
      for (i++; i < end; i++) {
        const inside = bytes[i]!;
        if (inside === QUOTE) break;
        if (inside !== BACKSLASH) continue;
        i++;
        if (bytes[i] === LETTER_U && isOddEscape(bytes, i)) hasOddEscape = true;
      }
    } else if ((byte | BRACE_BIT) === OPEN) {
      if (++depth > JSON_DEPTH_MAX) return { tooDeep: true, hasOddEscape };
    } else if ((byte | BRACE_BIT) === CLOSE) depth--;
  }
  return { tooDeep: false, hasOddEscape };
}

function isOddEscape(bytes: Uint8Array, at: number): boolean {
  const first = bytes[at + 1]!;
  if ((first | 0x20) === LETTER_D) return true;
  return first === ZERO && bytes[at + 2] === ZERO && bytes[at + 3]! >= 0x35 && bytes[at + 3]! <= 0x37;
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
