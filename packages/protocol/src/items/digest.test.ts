import { expect, test } from 'vitest';
import * as limits from '../limits.ts';
import { readDigest } from './digest.ts';

test.each(['3131397831', '1@E394', 'CART_FAILED', 'shop/cart#7', 'x'.repeat(limits.DIGEST_CHARS_MAX)])(
  '%s is a digest',
  (digest) => expect(readDigest(digest)).toBe(digest),
);

test('a number is one too', () => expect(readDigest(3131397831)).toBe('3131397831'));

test.each([
  '',
  ' 31',
  'two words',
  '<b>1</b>',
  '"1"',
  '1\n2',
  'x'.repeat(limits.DIGEST_CHARS_MAX + 1),
  'NEXT_REDIRECT;replace;/sign-in;307;',
  'NEXT_HTTP_ERROR_FALLBACK;404',
  'DYNAMIC_SERVER_USAGE',
  null,
  1.5,
  {},
  ['1'],
])('%j is none', (value) => expect(readDigest(value)).toBeNull());
