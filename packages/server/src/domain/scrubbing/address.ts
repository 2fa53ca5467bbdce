import { isIP } from 'node:net';

/** How much of a visitor's IP address is stored. */
export type AddressStorage = 'keep' | 'shorten' | 'drop';

/** The address as it may be stored: whole, without the part that names one visitor, or not at all. */
export function storedAddress(address: string, storage: AddressStorage): string | null {
  if (storage === 'keep') return address;
  const kind = isIP(address);
  if (storage === 'drop' || kind === 0) return null;
  if (kind === 4) return `${address.split('.').slice(0, 3).join('.')}.0`;
  return `${groupsOf(address).slice(0, 3).join(':')}::`;
}

/** The first groups of an IPv6 address, `::` written out as far as they reach. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const behind = tail ? tail.split(':') : [];
  const missing = tail === undefined ? 0 : Math.max(0, 8 - groups.length - behind.length);
  return [...groups, ...Array.from({ length: missing }, () => '0'), ...behind];
}
