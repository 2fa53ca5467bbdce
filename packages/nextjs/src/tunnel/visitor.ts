/**
 * Whose report it is, by the rule that the app's operator states: so many proxies of theirs stand in front of it, and each
 * wrote down, at the end of `X-Forwarded-For`, who called it. What stands further left is the visitor's own word.
 */
export function visitorAddress(forwardedFor: string | null, peer: string | null, proxyCount: number): string | null {
  if (proxyCount <= 0) return peer === null ? null : readAddress(peer);
  const hops = (forwardedFor ?? '').split(',').slice(-HOP_COUNT_MAX);
  // A server that knows its caller's address and got no header was called without a proxy.
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

/** Edge runtimes have no `node:net`. What is sent on is read again by the server, strictly. */
function isAddress(text: string): boolean {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(text)) return text.split('.').every((part) => Number(part) <= 255);
  return text.includes(':') && /^[0-9a-f:]{2,39}(?:\d{1,3}(?:\.\d{1,3}){3})?$/i.test(text);
}
