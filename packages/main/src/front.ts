import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { REQUEST_ID, requestIdOf } from '@seismo/server/parts';
import type { Log, TelemetryMigration } from '@seismo/server/parts';
import { answerUpgrading } from './upgrade-page.ts';

/** What answers a request, for metrics. `live`: live updates; `assets`: files of the dashboard's build. */
export type Handler = 'reports' | 'api' | 'kit' | 'health' | 'live' | 'assets' | 'pages';

export interface FrontOptions {
  ingest: {
    handles(request: IncomingMessage): boolean;
    handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  };
  api(request: IncomingMessage, response: ServerResponse): void | Promise<void>;
  kit(request: IncomingMessage, response: ServerResponse): Promise<void>;
  health: {
    /** A request of a health check came back in. */
    probed(name: string, peer: string | undefined, headers: IncomingHttpHeaders): void;
    ready(): Promise<{ ready: boolean; why: string }>;
    metrics(): Promise<{ text: string; contentType: string }>;
  };
  dashboard(request: IncomingMessage, response: ServerResponse): Promise<void>;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** While the telemetry store migrates, only reports, the kit and health are served. */
  migration(): TelemetryMigration | null;
  /** Called for each request; the result at its end, with the status or `null` if the client left before the response. */
  began(handler: Handler): (status: number | null) => void;
  log: Pick<Log, 'error'>;
}

/** How long a stop waits for responses to reports and API requests, and after that for pages and live updates. */
const STOP_REPORTS_MS = 3_000;
const STOP_PAGES_MS = 200;

export interface Front {
  server: Server;
  /**
   * Stops accepting. Responses in progress end first, each with `Connection: close`; a request that arrives on an open
   * connection gets 503 and never reaches ingest.
   */
  stop(): Promise<void>;
}

/** One socket for everything: reports, the API, health, and the dashboard for all other paths. */
export function createFront(options: FrontOptions): Front {
  let isStopping = false;
  const underWay = new Map<ServerResponse, { isPage: boolean; ended: Promise<void> }>();
  const upgraded = new Set<Duplex>();
  const server = createServer(
    { keepAliveTimeout: 65_000, requestTimeout: 120_000, headersTimeout: 30_000, maxHeaderSize: 32 * 1024 },
    (request, response) => {
      const handler = handlerOf(request, options);
      const countEnd = options.began(handler);
      const ended = new Promise<void>((resolve) => {
        response.once('close', () => {
          countEnd(response.headersSent ? response.statusCode : null);
          underWay.delete(response);
          resolve();
        });
      });
      if (isStopping) return refuseStopping(response);
      underWay.set(response, { isPage: handler !== 'reports' && handler !== 'api', ended });
      void route(handler, request, response, options).catch((error: unknown) => {
        const requestId = requestIdOf(request.headers[REQUEST_ID]);
        options.log.error(
          { stage: 'http', requestId, path: pathOf(request), error: errorText(error) },
          'a request failed',
        );
        if (response.headersSent) response.destroy();
        else
          response
            .writeHead(500, { 'content-type': 'application/json', [REQUEST_ID]: requestId })
            .end('{"detail":"Internal error. The server log has the details."}');
      });
    },
  );
  server.on('upgrade', (request, socket: Duplex, head) => {
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    options.upgrade(request, socket, head);
  });

  return {
    server,
    stop: async () => {
      isStopping = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const response of underWay.keys()) if (!response.headersSent) response.setHeader('connection', 'close');
      const reports = [...underWay.values()].filter(({ isPage }) => !isPage).map(({ ended }) => ended);
      await Promise.race([Promise.all(reports), elapsed(STOP_REPORTS_MS)]);
      const pages = [...underWay.values()].map(({ ended }) => ended);
      await Promise.race([Promise.all(pages), elapsed(STOP_PAGES_MS)]);
      for (const socket of upgraded) socket.destroy();
      server.closeAllConnections();
      await closed;
    },
  };
}

const elapsed = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms).unref());

/** SDKs send it again, to the server that starts next. */
function refuseStopping(response: ServerResponse): void {
  response.writeHead(503, {
    'content-type': 'application/json',
    'retry-after': '5',
    connection: 'close',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'retry-after',
  });
  response.end('{"detail":"Seismo is stopping. Send the request again in a few seconds."}');
}

function handlerOf(request: IncomingMessage, { ingest }: FrontOptions): Handler {
  if (ingest.handles(request)) return 'reports';
  const path = pathOf(request);
  if (path === '/api' || path.startsWith('/api/')) return 'api';
  if (path.startsWith('/kit/')) return 'kit';
  if (path === '/healthz' || path === '/readyz' || path === '/metrics') return 'health';
  if (path === '/live') return 'live';
  return path.startsWith('/_next/') ? 'assets' : 'pages';
}

async function route(
  handler: Handler,
  request: IncomingMessage,
  response: ServerResponse,
  options: FrontOptions,
): Promise<void> {
  if (handler === 'reports') return options.ingest.handle(request, response);
  if (handler === 'kit') return options.kit(request, response);
  if (handler === 'health') return health(request, response, options);
  const migration = options.migration();
  if (migration !== null) return answerUpgrading(request, response, migration);
  if (handler === 'api') return options.api(request, response);
  return options.dashboard(request, response);
}

async function health(request: IncomingMessage, response: ServerResponse, { health }: FrontOptions): Promise<void> {
  const path = pathOf(request);
  if (path === '/healthz') {
    const [, probe] = /[?&]probe=([0-9a-f]{32})$/.exec(request.url!) ?? [];
    if (probe) health.probed(probe, request.socket.remoteAddress, request.headers);
    return text(response, 200, 'ok\n');
  }
  if (path === '/metrics') {
    const metrics = await health.metrics();
    return text(response, 200, metrics.text, metrics.contentType);
  }
  const { ready, why } = await health.ready();
  return text(response, ready ? 200 : 503, `${why}\n`);
}

function errorText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function pathOf(request: IncomingMessage): string {
  return request.url!.split('?', 1)[0]!;
}

function text(response: ServerResponse, status: number, body: string, contentType = 'text/plain; charset=utf-8'): void {
  response
    .writeHead(status, {
      'content-type': contentType,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .end(body);
}

/** Resolves with the bound port; a port in use gives one clear message. */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        reject(
          new Error(
            `Port ${port} on ${host} is in use. Stop the program that uses it, or start with PORT=<another port>.`,
          ),
        );
      else if (error.code === 'EACCES')
        reject(
          new Error(
            `Port ${port} needs privileges that this user does not have. Choose a port above 1023 with PORT=<port>.`,
          ),
        );
      else if (error.code === 'EADDRNOTAVAIL')
        reject(
          new Error(`This machine has no address ${host}. Set HOST to one of its addresses, or to 0.0.0.0 for all.`),
        );
      else reject(error);
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}
