import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants } from 'node:zlib';
import compression from 'compression';

const brotliParams = (quality: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: quality,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
});
/** Never compress partial content (206). */
const filter: compression.CompressionFilter = (request, response) =>
  response.statusCode !== 206 && compression.filter(request, response);

/** Pages are sent in parts, and each is shown on arrival: every write is flushed together with its data. */
const compressPage = compression({
  filter,
  flush: constants.Z_SYNC_FLUSH,
  brotli: { flush: constants.BROTLI_OPERATION_FLUSH, params: brotliParams(3) },
});
/** Files that a browser fetches once may take longer. */
const compressCachedFile = compression({ filter, brotli: { params: brotliParams(5) } });

/**
 * Compresses everything that is written to the response, if its headers and the request allow it. Levels were measured
 * (docs/decisions/0036-compression.md).
 */
export function compressed(request: IncomingMessage, response: ServerResponse): void {
  const compress = request.url?.startsWith('/_next/static/') ? compressCachedFile : compressPage;
  // Typed for Express, written for Node.
  compress(request as Parameters<typeof compress>[0], response as Parameters<typeof compress>[1], () => {});
  // Next.js would flush once more after each write.
  Reflect.deleteProperty(response, 'flush');
  joinWrites(response);
}

const JOINED_BYTES_MAX = 64 * 1024;

/**
 * Writes of one turn of the event loop are compressed and sent as one: React writes a page in dozens of parts, and each would be two
 * round trips to another thread and a packet.
 */
function joinWrites(response: ServerResponse): void {
  const { write, end } = response as unknown as Record<'write' | 'end', (...args: unknown[]) => unknown>;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let keepsUp = true;
  const send = () => {
    if (waiting.length === 0) return;
    const joined = waiting.length === 1 ? waiting[0] : Buffer.concat(waiting, waitingBytes);
    waiting = [];
    waitingBytes = 0;
    keepsUp = write!.call(response, joined) === true;
  };
  response.on('drain', () => (keepsUp = true));
  response.write = (part: string | Uint8Array, encoding?: unknown) => {
    const bytes =
      typeof part === 'string'
        ? Buffer.from(part, encoding as BufferEncoding)
        : Buffer.from(part.buffer, part.byteOffset, part.length);
    if (waiting.push(bytes) === 1) setImmediate(send);
    waitingBytes += bytes.length;
    if (!response.headersSent || waitingBytes >= JOINED_BYTES_MAX) send();
    return keepsUp;
  };
  response.end = (...last: unknown[]) => {
    send();
    end!.apply(response, last);
    return response;
  };
}
