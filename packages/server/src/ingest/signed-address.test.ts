import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { openSignedAddress } from './signed-address.ts';

const secret = 'a secret that a tunnel and the server share';
const NOW_S = 1_795_262_400;
const addressOf = openSignedAddress(secret, { now: () => NOW_S * 1000 });

function signed(address: string, seconds = NOW_S, by = secret) {
  const signedText = `v1 ${address} ${seconds}`;
  return { 'x-seismo-client': `${signedText} ${createHmac('sha256', by).update(signedText).digest('hex')}` };
}

test('a signed address is trusted from any sender', () => {
  expect(addressOf(signed('203.0.113.9'))).toBe('203.0.113.9');
  expect(addressOf(signed('2001:db8::7'))).toBe('2001:db8::7');
});

test.each([
  ['under another secret', signed('203.0.113.9', NOW_S, 'another')],
  ['from long ago', signed('203.0.113.9', NOW_S - 301)],
  ['from the future', signed('203.0.113.9', NOW_S + 301)],
  ['that is no address', signed('999.0.113.9')],
  ['with another address put in', { 'x-seismo-client': signed('203.0.113.9')['x-seismo-client'].replace('.9', '.8') }],
  ['cut short', { 'x-seismo-client': signed('203.0.113.9')['x-seismo-client'].slice(0, -2) }],
  ['that is not there', {}],
])('one %s is not', (_case, headers) => {
  expect(addressOf(headers)).toBeNull();
});

test('without a secret no address is trusted', () => {
  const open = openSignedAddress(null, { now: () => NOW_S * 1000 });
  expect(open(signed('203.0.113.9'))).toBeNull();
  expect(open(signed('203.0.113.9', NOW_S, ''))).toBeNull();
});
