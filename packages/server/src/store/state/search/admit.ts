import { limits } from '@seismo/protocol';
import { storableText } from '../storable-text.ts';
import type { SearchText } from './contract.ts';
import type { TextField } from '#domain/search/issue-condition.ts';

/** The stored texts of an issue and their total length. */
export interface Admitted {
  hashes: Set<number>;
  informativeChars: number;
  otherChars: number;
}

/** Breadcrumbs and tags differ between events, so they have a separate limit and cannot displace other texts. */
const passing: ReadonlySet<TextField> = new Set(['breadcrumb', 'tag']);

/** Adds new texts while the issue has space for them, and returns those. */
export function admit(known: Admitted, texts: readonly SearchText[]): SearchText[] {
  const taken: SearchText[] = [];
  for (const { field, text } of texts) {
    const stored = storableText(text).slice(0, limits.SEARCH_TEXT_CHARS_MAX);
    const isPassing = passing.has(field);
    const chars = isPassing ? known.otherChars : known.informativeChars;
    if (stored === '' || chars + stored.length > limits.ISSUE_TEXT_CHARS_MAX) continue;
    const hash = hashOf(field, stored);
    if (known.hashes.has(hash) || known.hashes.size >= limits.ISSUE_TEXT_COUNT_MAX) continue;
    known.hashes.add(hash);
    if (isPassing) known.otherChars += stored.length;
    else known.informativeChars += stored.length;
    taken.push({ field, text: stored });
  }
  return taken;
}

/**
 * 53 bits of field and text (cyrb53, public domain). If two texts collide, the second cannot be found; there is no
 * other effect.
 */
function hashOf(field: TextField, text: string): number {
  let a = 0xdeadbeef ^ field.length;
  let b = 0x41c6ce57 ^ field.charCodeAt(0);
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 2_654_435_761);
    b = Math.imul(b ^ code, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & b) + (a >>> 0);
}
