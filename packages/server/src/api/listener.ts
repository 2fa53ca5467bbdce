import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createApi } from './api.ts';
import type { ApiDeps } from './deps.ts';

/** The API for a `node:http` server. Next runs in the same process, so the global `Request` stays unchanged. */
export function createApiListener(
  deps: ApiDeps,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return getRequestListener(createApi(deps).fetch, { overrideGlobalObjects: false }) as (
    request: IncomingMessage,
    response: ServerResponse,
  ) => Promise<void>;
}
