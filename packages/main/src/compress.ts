import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib';

/**
 * What a browser may take, the best first. Each write is flushed with what it brought: a page comes in parts, and each is shown
 * when it is there. Levels were measured (docs/decisions/0036-compression.md).
 */
const encodings = {
  zstd: () => createZstdCompress({ flush: constants.ZSTD_e_flush }),
  br: (quality = 3) =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
    }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH }),
};
const ofPages = ['zstd', 'br', 'gzip'] as const;
/** Files that a browser fetches once may take longer. */
const ofKeptFiles = ['br', 'gzip'] as const;
const BROTLI_QUALITY_OF_KEPT_FILES = 5;
type Encoding = keyof typeof encodings;

const compressible = /^(?:text\/|application\/(?:json|javascript|manifest\+json)\b|image\/svg\+xml\b)/;
/** What fits into one packet is there as soon without. */
const BYTES_MIN = 1024;
/** Answers without a body, or with a piece of one. */
const STATUSES_LEFT_ALONE: ReadonlySet<number> = new Set([204, 206, 304]);

/** From here on, what is written into the response leaves compressed, if its headers and the request allow for it. */
export function compressed(request: IncomingMessage, response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response);
  const write = response.write.bind(response) as (...args: unknown[]) => boolean;
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  let encoder: ReturnType<(typeof encodings)[Encoding]> | null = null;

  const begin = (status: number): void => {
    if (!mayBeCompressed(response, status)) return;
    response.appendHeader('vary', 'accept-encoding');
    const isKept = /\bimmutable\b/.test(String(response.getHeader('cache-control') ?? ''));
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const encoding = encodingFor(accepted, isKept ? ofKeptFiles : ofPages);
    if (encoding === null) return;
    response.setHeader('content-encoding', encoding);
    response.removeHeader('content-length');
    encoder = encodings[encoding](isKept ? BROTLI_QUALITY_OF_KEPT_FILES : undefined);
    encoder.on('data', (chunk: Buffer) => {
      if (!write(chunk)) encoder!.pause();
    });
    response.on('drain', () => encoder!.resume());
    // Who writes waits for both: for the encoder, and for who reads.
    encoder.on('drain', () => encoder!.isPaused() || response.emit('drain'));
    encoder.on('end', () => end());
    encoder.on('error', (error) => response.destroy(error));
    // Who has gone needs no more of it.
    response.once('close', () => encoder!.destroy());
  };

  response.writeHead = ((status: number, ...rest: unknown[]) => {
    const [reason, headers = reason] = rest;
    for (const [name, value] of Object.entries(Object(typeof headers === 'string' ? {} : headers))) {
      response.setHeader(name, value as string | string[]);
    }
    begin(status);
    return typeof reason === 'string' ? writeHead(status, reason) : writeHead(status);
  }) as typeof response.writeHead;

  response.write = ((...args: unknown[]) => {
    if (!response.headersSent) response.writeHead(response.statusCode);
    return encoder ? (encoder.write.bind(encoder) as typeof write)(...args) : write(...args);
  }) as typeof response.write;

  response.end = ((...args: unknown[]) => {
    const [body] = args;
    if (!response.headersSent && (typeof body === 'string' || body instanceof Uint8Array)) {
      if (!response.hasHeader('content-length')) response.setHeader('content-length', Buffer.byteLength(body));
      response.writeHead(response.statusCode);
    }
    if (!encoder) return end(...args);
    (encoder.end.bind(encoder) as (...args: unknown[]) => void)(...args);
    return response;
  }) as typeof response.end;
}

function mayBeCompressed(response: ServerResponse, status: number): boolean {
  if (STATUSES_LEFT_ALONE.has(status) || response.hasHeader('content-encoding')) return false;
  if (/\bno-transform\b/.test(String(response.getHeader('cache-control') ?? ''))) return false;
  const length = response.getHeader('content-length');
  if (length !== undefined && Number(length) < BYTES_MIN) return false;
  return compressible.test(String(response.getHeader('content-type') ?? ''));
}

function encodingFor(accepted: string, among: readonly Encoding[]): Encoding | null {
  const names = accepted.split(',').flatMap((one) => {
    const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
    return parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? [] : [name];
  });
  return among.find((encoding) => names.includes(encoding)) ?? null;
}
