import { createHmac, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { IncomingHttpHeaders } from 'node:http';
import { limits } from '@seismo/protocol';
import type { Clock } from '#platform/clock.ts';

export type SignedAddress = (headers: IncomingHttpHeaders) => string | null;

/**
 * The visitor's address from one of our tunnels, wherever it runs: `X-Seismo-Client: v1 <address> <seconds>
 * <signature>`, where the signature is the HMAC-SHA256 of the text before it with a shared secret. For tunnels whose
 * own address changes, so that a list of trusted proxies cannot include it. docs/tunnel.md has the contract.
 */
export function openSignedAddress(secret: string | null, clock: Clock): SignedAddress {
  if (secret === null) return () => null;
  return (headers) => {
    const header = headers['x-seismo-client'];
    const match = typeof header === 'string' ? SIGNED.exec(header) : null;
    if (!match) return null;
    const [, payload, address, seconds, signature] = match as unknown as [string, string, string, string, string];
    if (isIP(address) === 0) return null;
    if (Math.abs(clock.now() - Number(seconds) * 1000) > limits.SIGNED_ADDRESS_AGE_MS_MAX) return null;
    const expected = createHmac('sha256', secret).update(payload).digest();
    return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? address : null;
  };
}

const SIGNED = /^(v1 ([0-9a-fA-F:.]{2,45}) (\d{1,11})) ([0-9a-f]{64})$/;
