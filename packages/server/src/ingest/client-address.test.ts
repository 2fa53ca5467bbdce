import { BlockList } from 'node:net';
import { expect, test } from 'vitest';
import { networkOf, openClientAddress } from './client-address.ts';

const trusted = new BlockList();
trusted.addSubnet('10.0.0.0', 8, 'ipv4');
trusted.addAddress('::1', 'ipv6');
const addressOf = openClientAddress(trusted);

test.each([
  ['nobody in between', '203.0.113.9', {}, '203.0.113.9'],
  ['an untrusted peer says what it likes', '203.0.113.9', { 'x-forwarded-for': '1.1.1.1' }, '203.0.113.9'],
  ['one proxy', '10.0.0.1', { 'x-forwarded-for': '203.0.113.9' }, '203.0.113.9'],
  ['two proxies', '::1', { 'x-forwarded-for': '203.0.113.9, 10.1.1.1' }, '203.0.113.9'],
  ['a forged left part', '10.0.0.1', { 'x-forwarded-for': '1.1.1.1, 203.0.113.9' }, '203.0.113.9'],
  ['rubbish beside a proxy', '10.0.0.1', { 'x-forwarded-for': '203.0.113.9, _hidden, 10.1.1.1' }, '10.1.1.1'],
  ['a proxy that says nothing', '10.0.0.1', {}, '10.0.0.1'],
  ['IPv4 inside IPv6', '::ffff:10.0.0.1', { 'x-forwarded-for': '::ffff:203.0.113.9' }, '203.0.113.9'],
  ['ports and brackets', '10.0.0.1', { 'x-forwarded-for': '[2001:db8::7]:4711, 10.0.0.2:80' }, '2001:db8::7'],
  ['a zone', 'fe80::1%eth0', {}, 'fe80::1'],
  ['an SDK tunnel as the peer', '10.0.0.1', { 'x-sentry-forwarded-for': '203.0.113.9' }, '203.0.113.9'],
  [
    'a client that forges the tunnel header through a proxy',
    '10.0.0.1',
    { 'x-forwarded-for': '203.0.113.9', 'x-sentry-forwarded-for': '1.1.1.1' },
    '203.0.113.9',
  ],
  ['an untrusted peer with the tunnel header', '203.0.113.9', { 'x-sentry-forwarded-for': '1.1.1.1' }, '203.0.113.9'],
  ['a thousand hops', '10.0.0.1', { 'x-forwarded-for': `203.0.113.9${', 10.0.0.2'.repeat(1000)}` }, '10.0.0.2'],
  ['no peer any more', undefined, {}, null],
])('%s', (_case, peer, headers, expected) => {
  expect(addressOf(peer, headers)).toBe(expected);
});

test('without trusted proxies no header counts', () => {
  const direct = openClientAddress(new BlockList());
  expect(direct('127.0.0.1', { 'x-forwarded-for': '1.1.1.1', 'x-sentry-forwarded-for': '1.1.1.1' })).toBe('127.0.0.1');
});

test('IPv6 addresses of one /64 network are one sender, in any notation', () => {
  const one = networkOf('2001:db8:0:7::1');
  expect(networkOf('2001:0DB8:0000:0007:ffff::9')).toBe(one);
  expect(networkOf('2001:db8:0:7:1:2:3:4')).toBe(one);
  expect(networkOf('2001:db8:0:8::1')).not.toBe(one);
  expect(networkOf('::1')).toBe('0:0:0:0');
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf(null)).toBe('');
});
