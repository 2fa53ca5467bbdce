import { BlockList, isIP } from 'node:net';

export interface Addresses {
  /** Whether any of the addresses is in one of the ranges. */
  has(...addresses: (string | null | undefined)[]): boolean;
}

/** An address or a range in CIDR notation, in its parts; `null` if it is neither. */
export function readRange(text: string): { address: string; prefix: number; family: 'ipv4' | 'ipv6' } | null {
  const [, address = '', bits] = /^([0-9a-fA-F.:]{2,45})(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
  const kind = isIP(address);
  if (kind === 0) return null;
  const bitsMax = kind === 4 ? 32 : 128;
  const prefix = bits === undefined ? bitsMax : Number(bits);
  return prefix <= bitsMax ? { address, prefix, family: kind === 4 ? 'ipv4' : 'ipv6' } : null;
}

export function compileAddresses(ranges: readonly string[]): Addresses {
  const list = new BlockList();
  for (const text of ranges) {
    const range = readRange(text);
    if (range) list.addSubnet(range.address, range.prefix, range.family);
  }
  return {
    has: (...addresses) =>
      addresses.some((address) => {
        const kind = address ? isIP(address) : 0;
        return kind !== 0 && list.check(address!, kind === 4 ? 'ipv4' : 'ipv6');
      }),
  };
}
