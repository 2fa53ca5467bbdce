import { executionAsyncId } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { safely } from '@seismo/browser/parts';
import { enterRequest, noteShared } from './scopes.ts';

const KEY = Symbol.for('seismo.nextjs.requests');

/**
 * Gives every request of a Node server its own scopes. Node publishes the request before it calls the server's
 * listeners, in the same callback, so the scopes reach all code that handles it: proxy, rendering, actions, route
 * handlers, API routes, and `onRequestError`.
 */
export function isolateRequests(): void {
  // Once per process, however often Next evaluates this module.
  const shared = globalThis as { [key: symbol]: boolean | undefined };
  if (shared[KEY]) return;
  shared[KEY] = true;
  // Before Node 24 an `AsyncLocalStorage` stores its value on the running resource (`kResourceStore`). Everything that
  // began before the first storage was used, such as the requests that wait for this module to load, shares resource 0.
  noteShared((storage) => 'kResourceStore' in storage && executionAsyncId() === 0);
  subscribe('http.server.request.start', (message) => {
    safely(() => {
      const { request } = message as { request: IncomingMessage };
      enterRequest({
        method: request.method ?? 'GET',
        path: request.url ?? '/',
        headers: request.headers,
        route: () => routeOf(request),
      });
    });
  });
}

/** The route that Next matched, in its notes on the request (next 15 and 16.4 `server/request-meta.js`, read 2026-11). */
function routeOf(request: IncomingMessage): string | undefined {
  const meta = (
    request as unknown as { [key: symbol]: { match?: { definition?: { pathname?: unknown } } } | undefined }
  )[META];
  const route = meta?.match?.definition?.pathname;
  return typeof route === 'string' ? route : undefined;
}

const META = Symbol.for('NextInternalRequestMeta');
