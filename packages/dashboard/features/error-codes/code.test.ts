import { expect, test } from 'vitest';
import { codeHref, readCode } from './code.ts';

test.each([
  ['3131397831', '3131397831'],
  ['  3131397831\n', '3131397831'],
  ['Digest: 3131397831', '3131397831'],
  ['Error code 3131397831', '3131397831'],
  ['This page couldn’t load ERROR 3131397831', '3131397831'],
  ['Application error: a server-side exception has occurred.\nDigest: 1@E394\nEvent: 0123', '1@E394'],
  ['Event: 0123456789abcdef0123456789abcdef', '0123456789abcdef0123456789abcdef'],
  ['MY-DIGEST-7', 'MY-DIGEST-7'],
  ['', null],
  ['two words', null],
  ['Application error: a client-side exception', null],
  ['x'.repeat(129), null],
])('%j is the code %j', (text, code) => expect(readCode(text)).toBe(code));

test('a code is encoded in its link and cannot leave the error code page', () => {
  expect(codeHref('../../settings?x#y')).toBe('/error-codes/..%2F..%2Fsettings%3Fx%23y');
});
