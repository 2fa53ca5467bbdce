/**
 * `v1 <address> <seconds> <HMAC-SHA256>`: what the header `X-Seismo-Client` says, so that Seismo believes the address
 * although it does not know where the tunnel runs. docs/tunnel.md has the contract. Web Crypto, for edge runtimes.
 */
export async function signedAddress(address: string, secret: string, nowMs: number): Promise<string> {
  const signed = `v1 ${address} ${Math.floor(nowMs / 1000)}`;
  const bytes = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes.encode(secret), algorithm, false, ['sign']);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes.encode(signed)));
  return `${signed} ${Array.from(signature, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
