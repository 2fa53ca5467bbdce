import { isIP } from 'node:net';

/** Why browsers support no passkeys at this URL, or `null`: they need a domain name, not an IP address. */
export function passkeyProblem(publicUrl: string): string | null {
  const { hostname, protocol, port } = new URL(publicUrl);
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) > 0) {
    return `Passkeys need a domain name, and ${hostname} is an IP address. Set SEISMO_URL, for example to http://localhost${port && `:${port}`}, and open Seismo there.`;
  }
  if (protocol !== 'https:' && hostname !== 'localhost')
    return 'Passkeys need HTTPS. Set SEISMO_URL to an https address.';
  return null;
}
