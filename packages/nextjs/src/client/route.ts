import { routeOf } from '@seismo/browser';

/**
 * The route that is open, `/products/[id]`: the App Router keeps its tree in the state of the history (next 15 and 16.4
 * `client/components/app-router.js`), the Pages Router says it itself.
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
