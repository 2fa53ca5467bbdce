import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { listen } from '../../tests/e2e/listen.ts';

export interface Recorded {
  atMs: number;
  path: string;
  userAgent: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

const inflate: Record<string, (body: Buffer) => Buffer> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/** An ingest endpoint that records decompressed requests and answers as Sentry does. */
export async function startRecorder() {
  const recorded: Recorded[] = [];
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
    response.setHeader('access-control-allow-headers', '*');
    const body = await buffer(request);
    if (request.method === 'POST') {
      const coding = request.headers['content-encoding'] ?? 'identity';
      recorded.push({
        atMs: Date.now(),
        path: request.url ?? '',
        userAgent: request.headers['user-agent'] ?? '',
        headers: request.headers,
        body: (inflate[coding] ?? ((plain: Buffer) => plain))(body),
      });
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const listening = await listen(server);
  return {
    ...listening,
    dsn: (project: number) => `${listening.origin.replace('//', '//0f1e2d3c4b5a69788796a5b4c3d2e1f0@')}/${project}`,
    /** Requests since the last call. */
    take: (): Recorded[] => recorded.splice(0),
  };
}
