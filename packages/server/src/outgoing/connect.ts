import { connect as connectTcp, isIP, type Socket, type TcpNetConnectOpts } from 'node:net';
import { connect as connectTls, TLSSocket } from 'node:tls';
import { limits } from '@seismo/protocol';
import { OutgoingFailure } from './failure.ts';
import type { NamedBy, Resolve } from './resolve.ts';

export interface Target {
  host: string;
  port: number;
  tls: boolean;
  namedBy: NamedBy;
  /** Connects in spite of an invalid certificate, to look at it. The caller sends nothing. */
  acceptsAnyCertificate?: boolean;
  /** The longest silence, if not that of requests. */
  idleMs?: number;
}

export interface Connection {
  socket: Socket;
  /** Resolves when the socket is closed, with the error that closed it: an `OutgoingFailure` after a silence. */
  closed: Promise<Error | null>;
}

/** The connection closes when the signal is aborted or after too long without data. */
export type Connect = (target: Target, signal: AbortSignal) => Promise<Connection | OutgoingFailure>;

export function createConnect(resolve: Resolve, requestIdleMs: number): Connect {
  const open = new Map<string, number>();

  return async ({ host, port, tls, namedBy, acceptsAnyCertificate = false, idleMs = requestIdleMs }, signal) => {
    const resolved = await resolve(host, namedBy, signal);
    if (resolved instanceof OutgoingFailure) return resolved;
    const release = takeSlot(open, resolved.host);
    if (release instanceof OutgoingFailure) return release;
    const options: TcpNetConnectOpts = {
      host: resolved.host,
      port,
      // Only the checked addresses: the name is not resolved again between check and connection.
      lookup: (_, { all }, give) =>
        all
          ? give(null, resolved.addresses)
          : give(null, resolved.addresses[0]!.address, resolved.addresses[0]!.family),
      autoSelectFamily: true,
      signal,
    };
    const socket = tls
      ? connectTls({
          ...options,
          ...(!isIP(resolved.host) && { servername: resolved.host }),
          rejectUnauthorized: !acceptsAnyCertificate,
        })
      : connectTcp(options);
    const closed = new Promise<Error | null>((ended) => {
      let cause: Error | null = null;
      socket.on('error', (error) => (cause ??= error));
      socket.once('close', () => {
        release();
        ended(cause);
      });
    });
    socket.setTimeout(idleMs, () => socket.destroy(timedOut(host)));
    const connected = new Promise<true>((ready) => socket.once(tls ? 'secureConnect' : 'connect', () => ready(true)));
    // The pinned lookup guarantees this; the check detects if it ever fails.
    if ((await Promise.race([connected, closed])) === true && resolved.permits(socket.remoteAddress ?? '')) {
      return { socket, closed };
    }
    socket.destroy();
    if (signal.aborted) return timedOut(host);
    const cause = await closed;
    const isRefused = socket instanceof TLSSocket && Boolean(socket.authorizationError);
    return isRefused && cause && namedBy === 'operator' ? invalidCertificate(host, cause) : unreachable(host, port);
  };
}

/** Counted by host and in all, until the socket is closed. */
function takeSlot(open: Map<string, number>, host: string): (() => void) | OutgoingFailure {
  const [ofHost, inAll] = [open.get(host) ?? 0, [...open.values()].reduce((sum, count) => sum + count, 0)];
  if (ofHost >= limits.OUTGOING_CONNECTIONS_PER_HOST_MAX || inAll >= limits.OUTGOING_CONNECTION_COUNT_MAX) {
    return new OutgoingFailure('busy', `Too many connections to ${host} are open. Try again in a minute.`);
  }
  open.set(host, ofHost + 1);
  return () => {
    const left = open.get(host)! - 1;
    if (left > 0) open.set(host, left);
    else open.delete(host);
  };
}

/**
 * One message for refused, reset and silent ports and invalid certificates, so that users cannot scan ports. The operator
 * names few hosts and sees what is wrong with a certificate.
 */
function unreachable(host: string, port: number): OutgoingFailure {
  return new OutgoingFailure('unreachable', `Could not connect to ${host} on port ${port}.`);
}

/** Without the advice about flags of Node.js that some messages have. */
export function invalidCertificate(host: string, { message }: Error): OutgoingFailure {
  const [why] = message.split(';');
  return new OutgoingFailure('unreachable', `The certificate of ${host} is not valid: ${why}.`);
}

export function timedOut(host: string, status: number | null = null): OutgoingFailure {
  return new OutgoingFailure('timed-out', `${host} did not respond in time.`, status);
}
