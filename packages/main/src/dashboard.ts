import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Duplex } from 'node:stream';
import nextModule from 'next';

// Next's types describe the function as the module's `default`; what Node imports from it is the function itself.
const next = nextModule as unknown as typeof nextModule.default;

export interface Dashboard {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
}

/** Next.js within our own server. It gets ready beside the rest: a report is accepted before the first page is. */
export function openDashboard(options: { dev: boolean; hostname: string; port: number }): Dashboard {
  const dir = dirname(createRequire(import.meta.url).resolve('@seismo/dashboard/package.json'));
  const app = next({
    dev: options.dev,
    dir,
    hostname: options.hostname,
    port: options.port,
    customServer: true,
    quiet: !options.dev,
  });
  const ready = app.prepare();
  // Whoever asks for a page hears of a failed start; a server that only takes reports is not ended by it.
  ready.catch(() => {});
  return {
    handle: async (request, response) => {
      await ready;
      await app.getRequestHandler()(request, response);
    },
    upgrade: (request, socket, head) => {
      void ready.then(() => app.getUpgradeHandler()(request, socket, head)).catch(() => socket.destroy());
    },
    close: async () => {
      await ready.catch(() => {});
      await app.close();
    },
  };
}
