import { isIP, type BlockList } from 'node:net';
import type { IncomingHttpHeaders } from 'node:http';
import { limits } from '@seismo/protocol';

export type ClientAddress = (peer: string | undefined, headers: IncomingHttpHeaders) => string | null;

/**
 * The sender's address behind trusted proxies: the rightmost address of `X-Forwarded-For` that is not trusted.
 * Addresses left of it are unverified. `X-Sentry-Forwarded-For`, which an SDK's tunnel sets (@sentry/core
 * `utils/tunnelForward.js`), counts if every hop is trusted.
 */
export function openClientAddress(trusted: BlockList): ClientAddress {
  const trustsNoProxy = trusted.rules.length === 0;
  const isTrusted = (address: string) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

  return (peer, headers) => {
    const own = peer === undefined ? null : readAddress(peer);
    if (own === null || trustsNoProxy || !isTrusted(own)) return own;
    let nearest = own;
    const hops = headerText(headers['x-forwarded-for']).split(',').slice(-limits.FORWARDED_HOP_COUNT_MAX).reverse();
    for (const hop of hops) {
      const address = readAddress(hop);
      if (address === null) break;
      nearest = address;
      if (!isTrusted(address)) return address;
    }
    return readAddress(headerText(headers['x-sentry-forwarded-for'])) ?? nearest;
  };
}

/** The unit of a sender: an IPv4 address, or the /64 network that providers assign to one customer (RFC 6177). */
export function networkOf(address: string | null): string {
  if (address === null || !address.includes(':')) return address ?? '';
  const [left = '', right = ''] = address.toLowerCase().split('::');
  const groups = left === '' ? [] : left.split(':');
  const ending = right === '' ? [] : right.split(':');
  while (groups.length + ending.length < 8) groups.push('0');
  return [...groups, ...ending]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

/** An address without port, brackets, zone or the IPv4-in-IPv6 form that dual-stack sockets report. */
function readAddress(text: string): string | null {
  const trimmed = text.trim();
  const bracketed = /^\[([0-9a-f:.]+)(?:%[^\]]*)?\](?::\d{1,5})?$/i.exec(trimmed)?.[1];
  const withPort = /^([\d.]+):\d{1,5}$/.exec(trimmed)?.[1];
  const bare = (bracketed ?? withPort ?? trimmed).split('%', 1)[0]!;
  if (isIP(bare) === 0) return null;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare;
}

function headerText(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(',') : (value ?? '');
}
