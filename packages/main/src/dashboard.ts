import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { compressed } from './compress.ts';
import { builtScripts, pageHeaders } from './page-headers.ts';

export interface Dashboard {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
}

/** Next.js within our own server. It gets ready beside the rest: a report is accepted before the first page is. */
export function openDashboard(options: { dev: boolean; hostname: string; port: number }): Dashboard {
  const dir = join(import.meta.dirname, '../../dashboard');
  const setHeaders = pageHeaders(options.dev ? [] : builtScripts(dir), options.dev);
  const ready = prepare(dir, options);
  // A failed Next.js start must not stop ingest; pages answer 503.
  ready.catch(() => {});
  return {
    handle: async (request, response) => {
      setHeaders(request, response);
      compressed(request, response);
      await (await ready).getRequestHandler()(request, response);
    },
    upgrade: (request, socket, head) => {
      void ready.then((app) => app.getUpgradeHandler()(request, socket, head)).catch(() => socket.destroy());
    },
    close: async () => {
      await ready.then((app) => app.close()).catch(() => {});
    },
  };
}

async function prepare(dir: string, options: { dev: boolean; hostname: string; port: number }) {
  if (!options.dev) useBuiltConfig(dir);
  // Where our own kit finds the names of server actions, for reports about the dashboard itself.
  process.env['SEISMO_NEXT_DIST_DIR'] ??= join(dir, '.next');
  // Next's types declare the function as the module's `default`; Node imports the function itself.
  const { default: next } = await import('next');
  const create = next as unknown as typeof next.default;
  // Next.js writes loopback addresses as `localhost` in its URLs. With another name, a rewrite would be to another server,
  // and Next.js would request it over HTTP. Development compares the name with the origin of requests.
  const hostname = options.dev ? options.hostname : 'localhost';
  const app = create({ ...options, hostname, dir, customServer: true, quiet: !options.dev });
  await app.prepare();
  return app;
}

/**
 * Passes the configuration of the build to Next in the variable of Next's own standalone server. Without it, Next
 * compiles next.config.ts at every start, for which it loads its compiler: 25 MB and 60 ms here (Next 16.4.6).
 */
function useBuiltConfig(dir: string): void {
  const path = join(dir, '.next/required-server-files.json');
  if (!existsSync(path)) throw new Error('The dashboard is not built. Start with "npm start", which builds it.');
  const { config } = JSON.parse(readFileSync(path, 'utf8')) as { config: object };
  process.env['__NEXT_PRIVATE_STANDALONE_CONFIG'] = JSON.stringify(config);
}
