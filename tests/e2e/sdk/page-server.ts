import { createServer } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { build } from 'esbuild';
import { listen } from '../listen.ts';
import type { PageSettings } from './pages/settings.ts';

async function bundle(page: string): Promise<string> {
  const built = await build({
    entryPoints: [join(import.meta.dirname, 'pages', page)],
    bundle: true,
    format: 'iife',
    jsx: 'automatic',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
  });
  return built.outputFiles[0]!.text;
}

/**
 * A customer's site: one page with the SDK (built for it, or elsewhere). It forwards `/monitoring` to the server of the
 * page's DSN.
 */
export async function servePage(page: string, settings: PageSettings, built?: string) {
  const script = built ?? (await bundle(page));
  const html = `<!doctype html><title>Shop</title><div id="root"></div><button id="fail">Check out</button>
<script>window.e2eSettings = ${JSON.stringify(settings)}</script><script src="/assets/shop.js"></script>`;
  const server = createServer(async (request, response) => {
    if (request.method === 'POST' && request.url === '/monitoring') {
      const answer = await fetch(`${new URL(settings.dsn).origin}/monitoring`, {
        method: 'POST',
        headers: { 'content-type': request.headers['content-type'] ?? 'text/plain' },
        body: new Uint8Array(await buffer(request)),
      });
      response.writeHead(answer.status).end(await answer.text());
    } else if (request.url === '/assets/shop.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    } else {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(page.endsWith('x') ? html.replace(/<button.*button>/, '') : html);
    }
  });
  return listen(server);
}
