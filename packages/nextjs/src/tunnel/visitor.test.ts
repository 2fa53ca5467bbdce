import { expect, test } from 'vitest';
import { visitorAddress } from './visitor.ts';

test.each([
  ['one proxy', '203.0.113.9', null, 1, '203.0.113.9'],
  ['one proxy, and a part that the visitor forged', '1.1.1.1, 203.0.113.9', null, 1, '203.0.113.9'],
  ['two proxies', '1.1.1.1, 203.0.113.9, 10.0.0.1', null, 2, '203.0.113.9'],
  ['two proxies, one of which said nothing', '203.0.113.9', null, 2, '203.0.113.9'],
  ['no proxy, and a header all the same', '1.1.1.1', '203.0.113.9', 0, '203.0.113.9'],
  ['no proxy, and nobody knows the caller', '1.1.1.1', null, 0, null],
  ['a proxy is expected, but the visitor came directly', null, '::ffff:203.0.113.9', 1, '203.0.113.9'],
  ['IPv6 with a port', '[2001:db8::7]:443', null, 1, '2001:db8::7'],
  ['a port', '203.0.113.9:4711', null, 1, '203.0.113.9'],
  ['rubbish', '_hidden', '10.0.0.1', 1, null],
  ['a number too large', '999.0.0.1', null, 1, null],
  ['a header injection', '203.0.113.9\r\nx: y', null, 1, null],
  ['ten thousand hops', `203.0.113.9${', 10.0.0.2'.repeat(10_000)}`, null, 1, '10.0.0.2'],
])('%s', (_case, forwardedFor, peer, proxyCount, expected) => {
  expect(visitorAddress(forwardedFor, peer, proxyCount)).toBe(expected);
});
