/**
 * `v1 <address> <seconds> <HMAC-SHA256>`: the header `X-Seismo-Client`, with which Seismo trusts the address without
 * knowing the tunnel's host. docs/tunnel.md has the contract. Web Crypto, for edge runtimes.
 */
export async function signedAddress(address: string, secret: string, nowMs: number): Promise<string> {
  const signed = `v1 ${address} ${Math.floor(nowMs / 1000)}`;
  const bytes = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes.encode(secret), algorithm, false, ['sign']);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes.encode(signed)));
  return `${signed} ${Array.from(signature, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
