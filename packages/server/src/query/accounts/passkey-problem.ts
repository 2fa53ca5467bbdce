import { isIP } from 'node:net';

/** Why browsers know no passkeys at this address, or `null`: they belong to a name, not to an IP address. */
export function passkeyProblem(publicUrl: string): string | null {
  const { hostname, protocol, port } = new URL(publicUrl);
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) > 0) {
    return `Passkeys need a domain name, and ${hostname} is an IP address. Set SEISMO_URL, for example to http://localhost${port && `:${port}`}, and open Seismo there.`;
  }
  if (protocol !== 'https:' && hostname !== 'localhost')
    return 'Passkeys need HTTPS. Set SEISMO_URL to an https address.';
  return null;
}
