import {
  ACTION_ID_CHARS_MAX,
  ROUTER_STATE_CHARS_MAX,
  ROUTER_STATE_DEPTH_MAX,
  ROUTER_STATE_ROUTE_CHARS_MAX,
} from '@seismo/protocol/client-limits';

/** A call of a Next.js server action: the POST to the URL of the page that is open. */
export interface ServerAction {
  /** The ID of the function in the build: the server-reference manifest maps it to name and file. */
  id: string;
  /** The current route, `/orders/[id]`, if the router state tree contains it. */
  route?: string;
}

/**
 * Recognizes a server action by its headers `next-action` and `next-router-state-tree` (next 15 and 16.4
 * `client/components/router-reducer/reducers/server-action-reducer.js`, read 2026-11).
 */
export function readServerAction(
  method: string,
  header: (name: string) => string | null | undefined,
): ServerAction | undefined {
  const id = method.toUpperCase() === 'POST' ? header('next-action') : undefined;
  if (!id || id.length > ACTION_ID_CHARS_MAX || !/^[\da-z]+$/i.test(id)) return undefined;
  const route = routeOf(header('next-router-state-tree'));
  return route === undefined ? { id } : { id, route };
}

/**
 * The route in a router state tree, percent-encoded JSON: `["", {children: ["orders", {children: [["id", "7", "d"],
 * …]}]}]`. Any client can send the header, so length, depth and every type are checked before use.
 */
export function routeOf(tree: string | null | undefined): string | undefined {
  if (!tree || tree.length > ROUTER_STATE_CHARS_MAX) return undefined;
  let route = '';
  try {
    let node: unknown = JSON.parse(decodeURIComponent(tree));
    for (let depth = 0; Array.isArray(node) && depth < ROUTER_STATE_DEPTH_MAX; depth++) {
      const [segment, slots] = node as [unknown, unknown];
      const name = nameOf(segment);
      if (name === undefined) return undefined;
      route += name && `/${name}`;
      node = (slots as Record<string, unknown> | null)?.['children'];
    }
    if (node !== undefined) return undefined;
  } catch {
    return undefined;
  }
  return route.length <= ROUTER_STATE_ROUTE_CHARS_MAX ? route || '/' : undefined;
}

/** A segment as the route writes it: folders of groups and the page itself have no part in it. */
function nameOf(segment: unknown): string | undefined {
  if (typeof segment === 'string') return /^(__|\(.*\)$)/.test(segment) ? '' : segment;
  if (!Array.isArray(segment)) return undefined;
  const [param, , kind] = segment as unknown[];
  if (typeof param !== 'string' || typeof kind !== 'string') return undefined;
  // `d`ynamic, `c`atch-all, `oc` optional catch-all; interception adds its marker: `di(.)`.
  if (kind.startsWith('oc')) return `[[...${param}]]`;
  return kind.startsWith('c') ? `[...${param}]` : `[${param}]`;
}
