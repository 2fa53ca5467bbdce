import type { Instrumentation } from 'next';
import { runRequest } from './scopes.ts';

export interface ProxyRequest {
  url: string;
  method: string;
  headers: Headers;
}

/**
 * Creates the wrapper for `proxy.ts`: `export const proxy = withProxyErrors((request) => …)`. Next 16.4 passes errors
 * of a proxy to `onRequestError` on the edge, but not on Node (`build/templates/middleware.js`).
 */
export const proxyWrapper =
  (report: Instrumentation.onRequestError) =>
  <Request extends ProxyRequest, Rest extends unknown[], Answer>(
    proxy: (request: Request, ...rest: Rest) => Answer | Promise<Answer>,
  ): ((request: Request, ...rest: Rest) => Promise<Answer>) =>
  (request, ...rest) => {
    const { pathname, search } = new URL(request.url);
    const about = { path: pathname + search, method: request.method, headers: Object.fromEntries(request.headers) };
    return runRequest({ ...about, route: () => undefined }, async () => {
      try {
        return await proxy(request, ...rest);
      } catch (error) {
        const where = {
          routerKind: 'App Router',
          routePath: '/proxy',
          routeType: 'proxy',
          revalidateReason: undefined,
        } as const;
        await report(error, about, where);
        throw error;
      }
    });
  };
