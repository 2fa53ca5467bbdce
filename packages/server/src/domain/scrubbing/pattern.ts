import { isIP } from 'node:net';
import { limits } from '@seismo/protocol';
import { compileGlob } from '../glob/glob.ts';
import { isCardNumber } from './card-number.ts';
import { sensitivityOf } from './sensitive-key.ts';

/** The target of a scrubbing rule. */
export type ScrubType = 'anything' | 'password' | 'key' | 'email' | 'ip' | 'creditcard' | 'iban' | 'uuid' | 'text';

export interface ScrubPattern {
  /** Whether a value is removed because of its key. */
  takesKey(key: string): boolean;
  /** The text with each find replaced; the same text if there was none. */
  replace(text: string, by: (find: string) => string): string;
}

/** Each looks at any place of a text for a bounded number of characters. A release such as `shop@1.0.0` is no address. */
const EMAIL = /[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,63}/g;
const IP = /(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-fA-F]{0,4}(?::[0-9a-fA-F]{0,4}){2,7})(?![\w:])/g;
const CARD = /(?<![\w-])\d(?:[ -]?\d){12,18}(?![\w-])/g;
const IBAN = /(?<!\w)[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?!\w)/g;
const UUID = /(?<![\w-])[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}(?![\w-])/g;

const never = () => false;

export function compilePattern(type: ScrubType, pattern: string): ScrubPattern {
  switch (type) {
    case 'anything':
      return { takesKey: () => true, replace: (text, by) => (text === '' ? text : by(text)) };
    case 'password':
      return { takesKey: (key) => sensitivityOf(key) !== 'none', replace: (text) => text };
    case 'key': {
      const glob = compileGlob(pattern, { ignoreCase: true });
      return { takesKey: glob, replace: (text) => text };
    }
    case 'email':
      return finding(EMAIL, (text) => text.includes('@'));
    case 'ip':
      return finding(
        IP,
        (text) => /[.:]/.test(text),
        (find) => isIP(find) !== 0,
      );
    case 'creditcard':
      return finding(
        CARD,
        (text) => text.length >= 13,
        (find) => isCardNumber(find.replaceAll(/[ -]/g, '')),
      );
    case 'iban':
      return finding(IBAN, (text) => text.length >= 15, isIban);
    case 'uuid':
      return finding(UUID, (text) => text.length >= 36);
    case 'text':
      return findingText(pattern);
  }
}

function finding(pattern: RegExp, isLikely: (text: string) => boolean, isOne = (_find: string) => true): ScrubPattern {
  return {
    takesKey: never,
    replace: (text, by) =>
      isLikely(text) ? text.replaceAll(pattern, (find: string) => (isOne(find) ? by(find) : find)) : text,
  };
}

/** A word anywhere in a text, in any case; with `*` or `?`, the whole text. */
function findingText(pattern: string): ScrubPattern {
  if (/[*?]/.test(pattern)) {
    const glob = compileGlob(pattern, { ignoreCase: true });
    return { takesKey: never, replace: (text, by) => (glob(text) ? by(text) : text) };
  }
  const word = pattern.slice(0, limits.PATTERN_CHARS_MAX).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pieces = new RegExp(word, 'gi');
  return { takesKey: never, replace: (text, by) => text.replaceAll(pieces, (find) => by(find)) };
}

/** ISO 13616: the country moved to the end, letters as numbers, the rest of a division by 97 is 1. */
function isIban(find: string): boolean {
  const text = find.replaceAll(' ', '');
  if (text.length < 15 || text.length > 34) return false;
  let rest = 0;
  for (const sign of text.slice(4) + text.slice(0, 4)) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
