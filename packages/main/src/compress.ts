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
}
