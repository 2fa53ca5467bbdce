import { TLSSocket } from 'node:tls';
import type { Connect } from './connect.ts';
import { OutgoingFailure } from './failure.ts';

export interface Certificate {
  /** Why clients refuse it, in OpenSSL's words; `null` if it is valid. */
  failure: string | null;
  validToMs: number;
  issuer: string;
}

export type ReadCertificate = (host: string, port: number) => Promise<Certificate | OutgoingFailure>;

/** Reads the certificate of a host that the operator has named, also an invalid one, and sends nothing. */
export function createReadCertificate(connect: Connect, durationMs: number): ReadCertificate {
  return async (host, port) => {
    const target = { host, port, tls: true, namedBy: 'operator', acceptsAnyCertificate: true } as const;
    const connection = await connect(target, AbortSignal.timeout(durationMs));
    if (connection instanceof OutgoingFailure) return connection;
    const socket = connection.socket as TLSSocket;
    const { valid_to: validTo, issuer } = socket.getPeerCertificate();
    const failure = socket.authorized ? null : String(socket.authorizationError);
    socket.destroy();
    await connection.closed;
    return { failure, validToMs: Date.parse(validTo), issuer: [issuer?.O ?? issuer?.CN ?? ''].flat().join(', ') };
  };
}
