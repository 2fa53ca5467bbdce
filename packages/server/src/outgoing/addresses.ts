import { BlockList, isIP } from 'node:net';

/**
 * IPv4 ranges that are not on the public internet, from the IANA IPv4 special-purpose registry (read 2026-11), and the
 * address at which Azure serves machine secrets, which is in public space.
 */
const internal4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** IPv6: only global unicast is public, except protocol assignments (Teredo), documentation and 6to4. */
const public6 = [['2000::', 3]] as const;
const internal6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

/** Prefixes that carry an IPv4 address in their last 32 bits: IPv4-mapped, and NAT64 of networks without IPv4. */
const embedding = ['::ffff:', '64:ff9b::'] as const;

const publicRanges = new BlockList();
const internalRanges = new BlockList();
for (const [address, bits] of public6) publicRanges.addSubnet(address, bits, 'ipv6');
for (const [address, bits] of internal6) internalRanges.addSubnet(address, bits, 'ipv6');
for (const prefix of embedding) publicRanges.addSubnet(`${prefix}0.0.0.0`, 96, 'ipv6');
for (const [address, bits] of internal4) {
  internalRanges.addSubnet(address, bits, 'ipv4');
  for (const prefix of embedding) internalRanges.addSubnet(`${prefix}${address}`, 96 + bits, 'ipv6');
}

/** Whether an address in canonical form, as from resolvers and sockets, is on the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !internalRanges.check(address, 'ipv4');
  // A zone ID ("fe80::1%eth0") names an interface of this machine.
  if (family !== 6 || address.includes('%')) return false;
  return publicRanges.check(address, 'ipv6') && !internalRanges.check(address, 'ipv6');
}

/**
 * A host as in URLs: lower case, Punycode, and every form of an address (decimal, octal, hexadecimal, short) as that
 * address, IPv6 without brackets. `null` for an invalid host.
 */
export function canonicalHost(host: string): string | null {
  const text = isIP(host) === 6 ? `[${host}]` : host;
  if (!/^(\[[\da-f:.]+\]|[^\s/?#@:[\]\\%]+)$/i.test(text) || !URL.canParse(`http://${text}`)) return null;
  const { hostname } = new URL(`http://${text}`);
  const canonical = hostname.replace(/^\[|\]$|\.$/g, '');
  return canonical === '' ? null : canonical;
}
