import { expect, test } from 'vitest';
import { canonicalHost, isPublicAddress } from './addresses.ts';

test('addresses of the public Internet are public', () => {
  for (const address of ['1.1.1.1', '93.184.216.34', '2606:4700::1111', '64:ff9b::101:101', '::ffff:1.1.1.1']) {
    expect(isPublicAddress(address), address).toBe(true);
  }
});

test('no address of a machine, a local network, a cloud or a group is public, in any family', () => {
  for (const address of [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.255.255.255',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::169.254.169.254',
    '64:ff9b:1::1',
    'fe80::1',
    'fe80::1%eth0',
    '2606:4700::1111%eth0',
    'fc00::1',
    'fd00:ec2::254',
    'fec0::1',
    'ff02::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'localhost',
    '',
  ]) {
    expect(isPublicAddress(address), address).toBe(false);
  }
});

test('every spelling of an address is that address', () => {
  for (const [spelling, address] of [
    ['2130706433', '127.0.0.1'],
    ['0x7f000001', '127.0.0.1'],
    ['0x7f.1', '127.0.0.1'],
    ['0177.0.0.01', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['127.0.0.1.', '127.0.0.1'],
    ['１２７.0.0.1', '127.0.0.1'],
    ['0', '0.0.0.0'],
    ['[::ffff:127.0.0.1]', '::ffff:7f00:1'],
    ['0:0:0:0:0:0:0:1', '::1'],
    ['LocalHost.', 'localhost'],
    ['bücher.example', 'xn--bcher-kva.example'],
  ] as const) {
    expect(canonicalHost(spelling), spelling).toBe(address);
  }
});

test('an invalid host is refused', () => {
  for (const text of [
    '',
    '.',
    'a b',
    'a/b',
    'user@host',
    'host:80',
    '[::1]:80',
    '[fe80::1%25eth0]',
    '999.0.0.1',
    'a\\b',
  ]) {
    expect(canonicalHost(text), text).toBeNull();
  }
});
