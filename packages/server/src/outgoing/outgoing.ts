import { lookup as lookupAddresses, Resolver } from 'node:dns/promises';
import { limits } from '@seismo/protocol';
import { canonicalHost } from './addresses.ts';
import { createReadCertificate, type ReadCertificate } from './certificate.ts';
import { createConnect, timedOut, type Connection, type Target } from './connect.ts';
import { OutgoingFailure } from './failure.ts';
import { createRequest, type Request } from './request.ts';
import { createResolve, type InternalHosts, type Lookup } from './resolve.ts';

/**
 * All outgoing connections of the server. Each goes to an address that was checked after its name was resolved, and
 * transfers are limited in bytes, time and concurrency. Reasons and limits: docs/decisions/0039.
 */
export interface Outgoing {
  request: Request;
  /**
   * A connection for protocols other than HTTP. It closes at the deadline for everything, or after a silence: `closed`
   * then gives an `OutgoingFailure`.
   */
  connect(target: Omit<Target, 'acceptsAnyCertificate' | 'idleMs'>): Promise<Connection | OutgoingFailure>;
  /** The certificate of a host that the operator has named. */
  certificate: ReadCertificate;
  /** TXT records of a name; an empty list if there are none. */
  textRecords(name: string): Promise<string[] | OutgoingFailure>;
  /** Why no connection may be opened at present; `null` if they may. */
  paused(): Promise<string | null>;
}

export interface OutgoingDeps {
  internal: InternalHosts;
  paused?: () => Promise<string | null>;
  lookup?: Lookup;
  resolveText?: (name: string) => Promise<string[][]>;
  durationMs?: number;
  idleMs?: number;
  connectionDurationMs?: number;
  connectionIdleMs?: number;
}

export function createOutgoing({
  internal,
  paused = async () => null,
  lookup = systemLookup,
  resolveText = systemText,
  durationMs = limits.OUTGOING_DURATION_MS_MAX,
  idleMs = limits.OUTGOING_IDLE_MS_MAX,
  connectionDurationMs = limits.OUTGOING_CONNECTION_DURATION_MS_MAX,
  connectionIdleMs = limits.OUTGOING_CONNECTION_IDLE_MS_MAX,
}: OutgoingDeps): Outgoing {
  const connect = createConnect(createResolve(lookup, internal), idleMs);
  const unlessPaused = async <T>(open: () => Promise<T>): Promise<T | OutgoingFailure> => {
    const reason = await paused();
    return reason === null ? open() : new OutgoingFailure('paused', reason);
  };
  const request = createRequest(connect, durationMs);
  const certificate = createReadCertificate(connect, durationMs);
  return {
    paused,
    request: (url, given) => unlessPaused(() => request(url, given)),
    connect: ({ host, port, tls, namedBy }) => unlessPaused(() => connectUntilLate({ host, port, tls, namedBy })),
    certificate: (host, port) => unlessPaused(() => certificate(host, port)),
    textRecords: (name) => unlessPaused(() => textRecords(name)),
  };

  async function connectUntilLate(target: Target): Promise<Connection | OutgoingFailure> {
    const signal = AbortSignal.timeout(connectionDurationMs);
    const connection = await connect({ ...target, idleMs: connectionIdleMs }, signal);
    if (connection instanceof OutgoingFailure) return connection;
    const { socket, closed } = connection;
    // The abort of the signal reaches the socket as an error without a reason.
    const inWords = (cause: Error | null) => (cause && signal.aborted ? timedOut(target.host) : cause);
    return { socket, closed: closed.then(inWords) };
  }

  async function textRecords(name: string): Promise<string[] | OutgoingFailure> {
    const host = canonicalHost(name);
    if (host === null) return [];
    try {
      return (await resolveText(host)).map((parts) => parts.join(''));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
      return new OutgoingFailure('unreachable', `The DNS server did not respond for ${host}.`);
    }
  }
}

const systemLookup: Lookup = (host) => lookupAddresses(host, { all: true });

/** Waits on sockets, not in the threads that lookups of addresses take. */
function systemText(name: string): Promise<string[][]> {
  return new Resolver({ timeout: limits.OUTGOING_IDLE_MS_MAX, tries: 1 }).resolveTxt(name);
}
