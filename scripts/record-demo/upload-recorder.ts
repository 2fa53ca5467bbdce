import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { listen } from '../../tests/e2e/listen.ts';

/** Answers sentry-cli as an organization without uploads does, and records the artifact bundle. */
export async function startUploadRecorder() {
  const chunks = new Map<string, Buffer>();
  let assembled: string[] = [];
  let origin = '';

  async function answer(method: string, path: string, request: Request): Promise<unknown> {
    if (path.endsWith('/chunk-upload/') && method === 'GET') {
      return {
        url: `${origin}${path}`,
        chunkSize: 8 * 2 ** 20,
        chunksPerRequest: 16,
        maxFileSize: 2 ** 29,
        maxRequestSize: 2 ** 25,
        concurrency: 1,
        hashAlgorithm: 'sha1',
        compression: ['gzip'],
        accept: ['release_files', 'artifact_bundles', 'artifact_bundles_v2'],
      };
    }
    if (path.endsWith('/chunk-upload/')) {
      for (const [field, file] of await request.formData()) {
        if (typeof file === 'string') continue;
        const bytes = Buffer.from(await file.arrayBuffer());
        chunks.set(file.name, field === 'file_gzip' ? gunzipSync(bytes) : bytes);
      }
      return {};
    }
    if (path.endsWith('/artifactbundle/assemble/')) {
      const asked = (await request.json()) as { chunks: string[] };
      const missingChunks = asked.chunks.filter((chunk) => !chunks.has(chunk));
      if (missingChunks.length > 0) return { state: 'not_found', missingChunks };
      assembled = asked.chunks;
      return { state: 'ok', missingChunks: [] };
    }
    return {};
  }

  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/' } = request;
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const asked = new Request(`${origin}${url}`, {
      method,
      headers,
      ...(method === 'GET' ? {} : { body: await buffer(request) }),
    });
    const json = JSON.stringify(await answer(method, new URL(asked.url).pathname, asked));
    response.writeHead(200, { 'content-type': 'application/json' }).end(json);
  });
  const listening = await listen(server);
  ({ origin } = listening);

  return {
    ...listening,
    /** The last assembled bundle: a ZIP. */
    bundle(): Buffer {
      if (assembled.length === 0) throw new Error('nothing was uploaded');
      return Buffer.concat(assembled.map((chunk) => chunks.get(chunk)!));
    },
  };
}
