import { request as requestOver, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { limits } from '@seismo/protocol';
import { timedOut, type Connect } from './connect.ts';
import { OutgoingFailure } from './failure.ts';
import type { NamedBy } from './resolve.ts';

export interface OutgoingRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** For GET and HEAD; beyond the limit the redirect response is returned. None by default. */
  redirectsMax?: number;
  namedBy?: NamedBy;
}

/** Returns the response with its whole body, within the limits of time and bytes. */
export type Request = (url: string | URL, given?: OutgoingRequest) => Promise<Response | OutgoingFailure>;

export function createRequest(connect: Connect, durationMs: number): Request {
  return async (address, given = {}) => {
    // One deadline for everything: lookups, connections, redirects and bodies.
    const signal = AbortSignal.timeout(durationMs);
    let url = new URL(address);
    let current = given;
    for (let redirects = given.redirectsMax ?? 0; ; redirects--) {
      const response = await requestOnce(connect, url, current, signal);
      const next = redirects > 0 && !(response instanceof OutgoingFailure) ? redirectOf(url, given, response) : null;
      if (next === null) return response;
      // After a redirect to another origin, drop the headers and the operator's exemption for internal hosts.
      if (next.origin !== url.origin) current = { ...current, headers: {}, namedBy: 'user' };
      url = next;
    }
  };
}

async function requestOnce(
  connect: Connect,
  url: URL,
  { method = 'GET', headers, body, namedBy = 'user' }: OutgoingRequest,
  signal: AbortSignal,
): Promise<Response | OutgoingFailure> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return invalid(url, 'the address is not HTTP');
  const tls = url.protocol === 'https:';
  const port = Number(url.port) || (tls ? 443 : 80);
  const connection = await connect({ host: url.hostname, port, tls, namedBy }, signal);
  if (connection instanceof OutgoingFailure) return connection;
  const { socket, closed } = connection;
  const expired = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null)));
  let status: number | null = null;
  const sent = exchange(socket, url, { method, headers: { ...headers }, body }, (of) => (status = of)).catch(
    () => null,
  );
  const exchanged = await Promise.race([sent, expired]);
  socket.destroy();
  const cause = await closed;
  if (exchanged) return exchanged;
  const isLate = signal.aborted || cause instanceof OutgoingFailure;
  return isLate ? timedOut(url.hostname, status) : invalid(url, 'the response is incomplete or is not HTTP', status);
}

async function exchange(
  socket: Socket,
  url: URL,
  given: Sent,
  received: (status: number) => void,
): Promise<Response | OutgoingFailure> {
  const message = await send(socket, url, given);
  received(message.statusCode!);
  const bytes = await read(message, url);
  return bytes instanceof OutgoingFailure ? bytes : respond(message, bytes, url);
}

interface Sent {
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
}

function send(socket: Socket, url: URL, { method, headers, body }: Sent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = requestOver({
      createConnection: () => socket,
      method,
      path: url.pathname + url.search,
      headers: { ...headers, host: url.host, 'accept-encoding': 'identity', connection: 'close' },
    });
    request.once('response', resolve);
    request.once('error', reject);
    request.end(body);
  });
}

const decoders: Record<string, () => NodeJS.ReadWriteStream & Readable> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Bounded after decoding: some servers compress unasked. */
async function read(message: IncomingMessage, url: URL): Promise<Buffer | OutgoingFailure> {
  const coding = message.headers['content-encoding'] ?? 'identity';
  const decoder = decoders[coding];
  if (!decoder && coding !== 'identity') {
    return invalid(url, `its encoding is "${coding.slice(0, 40)}"`, message.statusCode);
  }
  // The loop below receives errors, too.
  const stream: Readable = decoder ? pipeline(message, decoder(), () => {}) : message;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > limits.OUTGOING_BODY_BYTES_MAX) {
      const most = `${limits.OUTGOING_BODY_BYTES_MAX / 1024 / 1024} MiB`;
      return new OutgoingFailure('too-large', `${url.hostname} sent more than ${most}.`, message.statusCode);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function respond({ statusCode = 0, rawHeaders }: IncomingMessage, bytes: Buffer, url: URL): Response | OutgoingFailure {
  if (statusCode < 200 || statusCode > 599) return invalid(url, `the status is ${statusCode}`);
  const isEmpty = statusCode === 204 || statusCode === 205 || statusCode === 304;
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) headers.append(rawHeaders[index]!, rawHeaders[index + 1]!);
  headers.delete('content-encoding');
  headers.delete('content-length');
  return new Response(isEmpty ? null : new Uint8Array(bytes), { status: statusCode, headers });
}

function redirectOf(url: URL, { method = 'GET' }: OutgoingRequest, response: Response): URL | null {
  const location = response.headers.get('location');
  if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return null;
  if ((method !== 'GET' && method !== 'HEAD') || !URL.canParse(location, url.href)) return null;
  const next = new URL(location, url);
  return url.protocol === 'https:' && next.protocol !== 'https:' ? null : next;
}

function invalid(url: URL, why: string, status: number | null = null): OutgoingFailure {
  return new OutgoingFailure('invalid-response', `No usable response from ${url.hostname}: ${why}.`, status);
}
