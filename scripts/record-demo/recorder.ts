import { createServer } from 'node:http';
import { once } from 'node:events';
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';

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

/** An ingest endpoint that keeps what it is sent, inflated, and answers as Sentry's does. */
export async function startRecorder() {
  const recorded: Recorded[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
      response.setHeader('access-control-allow-headers', '*');
      if (request.method === 'POST') {
        const body = Buffer.concat(chunks);
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
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the recorder has no port');
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    origin,
    dsn: (project: number) => `http://0f1e2d3c4b5a69788796a5b4c3d2e1f0@127.0.0.1:${address.port}/${project}`,
    /** What came since the last call. */
    take: (): Recorded[] => recorded.splice(0),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
