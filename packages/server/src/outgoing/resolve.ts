import type { LookupAddress } from 'node:dns';
import { isIP, type BlockList } from 'node:net';
import { limits } from '@seismo/protocol';
import { canonicalHost, isPublicAddress } from './addresses.ts';
import { OutgoingFailure } from './failure.ts';

/** Hosts of the internal network that the operator of the server allows, by name or by address. */
export interface InternalHosts {
  names: ReadonlySet<string>;
  addresses: BlockList;
}

/** Who configured the host: hosts from the operator may be internal. */
export type NamedBy = 'operator' | 'user';

/** The system's resolver, which reads /etc/hosts too. */
export type Lookup = (host: string) => Promise<LookupAddress[]>;

/** A host with the addresses that a connection to it may go to. */
export interface Resolved {
  host: string;
  addresses: LookupAddress[];
  permits(address: string): boolean;
}

export type Resolve = (host: string, namedBy: NamedBy, signal: AbortSignal) => Promise<Resolved | OutgoingFailure>;

export function createResolve(lookup: Lookup, internal: InternalHosts): Resolve {
  let running = 0;

  /**
   * A lookup occupies a thread that the file system also needs, for as long as the name server takes: few at a time.
   */
  async function lookUp(host: string, signal: AbortSignal): Promise<LookupAddress[] | OutgoingFailure> {
    if (running >= limits.OUTGOING_LOOKUP_COUNT_MAX) {
      return new OutgoingFailure('busy', 'Too many DNS lookups are in progress. Try again in a minute.');
    }
    running++;
    const found = lookup(host)
      .catch(() => [])
      .finally(() => running--);
    const timedOut = new Promise<OutgoingFailure>((resolve) => {
      const give = () => resolve(new OutgoingFailure('timed-out', `Looking up ${host} took too long.`));
      if (signal.aborted) give();
      signal.addEventListener('abort', give, { once: true });
    });
    return Promise.race([found, timedOut]);
  }

  return async (given, namedBy, signal) => {
    const host = canonicalHost(given);
    if (host === null) return noAddress(given);
    const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await lookUp(host, signal);
    if (found instanceof OutgoingFailure) return found;
    const isOpen = namedBy === 'operator' || internal.names.has(host);
    const permits = (address: string) => isOpen || isPublicAddress(address) || isListed(internal, address);
    const addresses = found.filter(({ address }) => permits(address));
    return addresses.length > 0 ? { host, addresses, permits } : noAddress(host);
  };
}

function isListed({ addresses }: InternalHosts, address: string): boolean {
  return !address.includes('%') && addresses.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** The same message for nonexistent and internal names, so that users cannot map the internal network. */
function noAddress(host: string): OutgoingFailure {
  return new OutgoingFailure(
    'no-address',
    `${host} does not exist or is an internal host. The server operator can allow internal hosts with SEISMO_ALLOWED_INTERNAL_HOSTS.`,
  );
}
