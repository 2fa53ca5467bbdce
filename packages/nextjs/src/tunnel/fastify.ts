import type { IncomingMessage } from 'node:http';
import { createForward, type TunnelOptions } from './forward.ts';
import { reportOf } from './node-request.ts';

/** The part of Fastify that is used, so that its types are not a dependency. */
interface App {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(type: string, parser: (request: unknown, payload: unknown, done: Done) => void): unknown;
  route(route: {
    method: string[];
    url: string;
    handler: (request: Incoming, reply: Reply) => Promise<unknown>;
  }): unknown;
}
type Done = (error: Error | null, body?: unknown) => void;
interface Incoming {
  ip: string;
  raw: IncomingMessage;
}
interface Reply {
  code(status: number): Reply;
  headers(headers: Record<string, string>): Reply;
  send(body: string): unknown;
}

/**
 * `app.register(tunnel, { path: '/monitoring' })`. The visitor's address is `request.ip`, as the app's `trustProxy`
 * setting makes it, unless `proxyCount` is given.
 */
export async function tunnel(app: App, options: TunnelOptions & { path?: string }): Promise<void> {
  const forward = createForward({ ...options, proxyCount: options.proxyCount ?? 0 });
  // Within this plugin only: forward the body unparsed.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.route({
    method: ['GET', 'POST'],
    url: options.path ?? '/monitoring',
    async handler(request, reply) {
      const peer = options.proxyCount === undefined ? request.ip : request.raw.socket.remoteAddress;
      const answer = await forward(reportOf(request.raw, peer));
      return reply
        .code(answer.status)
        .headers(Object.fromEntries(answer.headers))
        .send(await answer.text());
    },
  });
}
