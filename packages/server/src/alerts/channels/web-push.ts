import { ECDH, generateKeyPairSync } from 'node:crypto';
import { buildPushPayload } from '@block65/webcrypto-web-push';
import type { PushKeys, PushSubscription } from '#store/state/contract.ts';

const CURVE = 'prime256v1';
const POINT_BYTES = 65;
const AUTH_BYTES = 16;

/** The keys that identify this server to push services (RFC 8292). */
export function newPushKeys(): PushKeys {
  const { x, y, d } = generateKeyPairSync('ec', { namedCurve: CURVE }).privateKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')]);
  return { publicKey: point.toString('base64url'), privateKey: d! };
}

/** Whether a text is a point of the curve, as browsers give it. */
export function isPushPublicKey(text: string): boolean {
  const point = bytesOf(text);
  if (point?.length !== POINT_BYTES || point[0] !== 4) return false;
  try {
    ECDH.convertKey(point, CURVE);
    return true;
  } catch {
    return false;
  }
}

export const isPushSecret = (text: string): boolean => bytesOf(text)?.length === AUTH_BYTES;

const bytesOf = (text: string): Buffer | null => (/^[\w-]+=*$/.test(text) ? Buffer.from(text, 'base64url') : null);

interface PushContent {
  text: string;
  /** How long the push service tries to reach a browser that is not running. */
  keptS: number;
  urgency: 'normal' | 'high';
}

/**
 * Headers and body of the request that brings a text to a browser, which alone can read it (RFC 8030, 8291 and 8292). `subject`:
 * whom the push service may ask about this server, as a URL.
 */
export async function pushRequest(
  { text, keptS, urgency }: PushContent,
  { endpoint, p256dh, auth }: PushSubscription,
  keys: PushKeys,
  subject: string,
): Promise<{ headers: Record<string, string>; body: Uint8Array }> {
  const message = { data: text, options: { ttl: keptS, urgency } };
  const subscription = { endpoint, expirationTime: null, keys: { p256dh, auth } };
  const { headers, body } = await buildPushPayload(message, subscription, { subject, ...keys });
  // The one who sends knows the length.
  const { 'content-length': _, ...others } = headers;
  return { headers: others, body };
}
