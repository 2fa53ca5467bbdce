import { routeOf } from '@seismo/browser';

/**
 * The current route, `/products/[id]`: the App Router stores its tree in the history state (next 15 and 16.4
 * `client/components/app-router.js`), the Pages Router has an API.
 */
export function currentRoute(): string | undefined {
  const page = globalThis as {
    history?: { state?: { __PRIVATE_NEXTJS_INTERNALS_TREE?: { tree?: unknown } } | null };
    next?: { router?: { route?: unknown } };
  };
  const state = page.history?.state?.__PRIVATE_NEXTJS_INTERNALS_TREE;
  if (state) return routeOf(encodeURIComponent(JSON.stringify(state.tree ?? state)));
  const route = page.next?.router?.route;
  return typeof route === 'string' ? route : undefined;
}
