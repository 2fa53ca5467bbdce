import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { limits } from '@seismo/protocol';

const uploads = /^\/api\/0\/(?:organizations\/[^/]+\/chunk-upload|.+\/files)\/?$/;
const releases = /^\/api\/0\/.+\/releases(?:\/[^/]+)?\/?$/;

/** The maximum size of a request body, by route. */
function bodyBytesMax({ req: { path } }: Context): number {
  if (uploads.test(path)) {
    return Math.max(limits.CHUNK_REQUEST_BYTES_MAX, limits.RELEASE_FILE_BYTES_MAX) + limits.API_BODY_BYTES_MAX;
  }
  return releases.test(path) ? limits.RELEASE_BODY_BYTES_MAX : limits.API_BODY_BYTES_MAX;
}

/**
 * The body as it arrives, counted: a length in the headers may be wrong or absent. Not Hono's `bodyLimit`, which fails
 * on this server's requests that have no length, such as the DELETE of sentry-cli.
 */
export async function* bodyOf(context: Context): AsyncGenerator<Uint8Array> {
  const bytesMax = bodyBytesMax(context);
  const tooLong = () => new HTTPException(413, { message: `Send at most ${bytesMax} bytes.` });
  if (Number(context.req.header('content-length') ?? 0) > bytesMax) throw tooLong();
  let bytes = 0;
  for await (const part of context.req.raw.body ?? []) {
    bytes += (part as Uint8Array).byteLength;
    if (bytes > bytesMax) throw tooLong();
    yield part as Uint8Array;
  }
}
