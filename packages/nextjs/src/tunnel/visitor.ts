/**
 * The visitor's address. Each of the operator's `proxyCount` proxies appends its caller to `X-Forwarded-For`; entries
 * further left are set by the visitor and not reliable.
 */
export function visitorAddress(forwardedFor: string | null, peer: string | null, proxyCount: number): string | null {
  if (proxyCount <= 0) return peer === null ? null : readAddress(peer);
  const hops = (forwardedFor ?? '').split(',').slice(-HOP_COUNT_MAX);
  // Without the header, the server was called directly, so its caller is the visitor.
  if (forwardedFor === null || forwardedFor.trim() === '') return peer === null ? null : readAddress(peer);
  const hop = hops.at(-proxyCount) ?? hops[0];
  return hop === undefined ? null : readAddress(hop);
}

const HOP_COUNT_MAX = 32;

/** An address without port, brackets and zone, or `null` for anything else. */
function readAddress(text: string): string | null {
  const trimmed = text.trim().slice(0, 64);
  const bracketed = /^\[([0-9a-f:.]+)(?:%[^\]]*)?\](?::\d{1,5})?$/i.exec(trimmed)?.[1];
  const withPort = /^([\d.]+):\d{1,5}$/.exec(trimmed)?.[1];
  const bare = (bracketed ?? withPort ?? trimmed).split('%', 1)[0]!;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare;
  return isAddress(mapped) ? mapped : null;
}

/** Edge runtimes have no `node:net`. The server validates the address again, strictly. */
function isAddress(text: string): boolean {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(text)) return text.split('.').every((part) => Number(part) <= 255);
  return text.includes(':') && /^[0-9a-f:]{2,39}(?:\d{1,3}(?:\.\d{1,3}){3})?$/i.test(text);
}
