import type { Event } from '@seismo/browser';
import { readServerAction } from '@seismo/browser/parts';
import type { Instrumentation } from 'next';
import { digestOf } from '../digest.ts';
import type { ServerAction } from '../upload/actions.ts';
import type { CurrentRequest } from './scopes.ts';

export type RequestOfError = Parameters<Instrumentation.onRequestError>[1];
export type ContextOfError = Parameters<Instrumentation.onRequestError>[2];

/** The headers to send. Cookies, credentials and unknown headers are left out. */
const HEADERS_SENT = ['user-agent', 'referer', 'content-type', 'accept', 'host', 'rsc', 'next-action', 'next-url'];
const HEADER_CHARS_MAX = 500;

interface Sending {
  sendDefaultPii?: boolean | undefined;
}

/** The data of every event about the current request. */
export function aboutRequest(
  thrown: unknown,
  { method, path, headers, route }: CurrentRequest,
  { sendDefaultPii = false }: Sending,
): Event {
  const header = readerOf(headers);
  const digest = digestOf(thrown);
  const called = readServerAction(method, header);
  const pathname = path.split('?', 1)[0]!;
  const matched = withoutGroups(route() ?? called?.route);
  return {
    transaction: `${method} ${matched ?? pathname}`,
    contexts: {
      nextjs: {
        ...(digest && { digest }),
        ...(matched && { route: matched }),
        ...(called && { action_id: called.id }),
      },
    },
    tags: { ...(digest && { digest }) },
    request: {
      method,
      url: `${header('x-forwarded-proto') ?? 'http'}://${header('x-forwarded-host') ?? header('host') ?? 'localhost'}${pathname}`,
      ...(sendDefaultPii && path.includes('?') && { query_string: path.slice(pathname.length + 1) }),
      headers: Object.fromEntries(
        HEADERS_SENT.flatMap((name) => {
          const value = header(name)?.slice(0, HEADER_CHARS_MAX);
          return value ? [[name, name === 'referer' && !sendDefaultPii ? value.split('?', 1)[0]! : value]] : [];
        }),
      ),
    },
    ...(sendDefaultPii && { user: { ip_address: header('x-forwarded-for')?.split(',', 1)[0]?.trim() ?? null } }),
  };
}

/** The same for an error from Next, with more fields: those in docs/nextjs.md. */
export async function aboutRequestError(
  thrown: unknown,
  request: RequestOfError,
  context: ContextOfError,
  { actionOf, ...sending }: Sending & { actionOf(id: string): Promise<ServerAction | null> },
): Promise<Event> {
  const called = readServerAction(request.method, readerOf(request.headers));
  const action = called ? await actionOf(called.id) : null;
  const location = locationOf(context, request.path.split('?', 1)[0]!);
  const { contexts, tags, ...about } = aboutRequest(
    thrown,
    { ...request, route: () => location.route || undefined },
    sending,
  );
  const kind = called && context.routeType === 'render' ? 'action' : context.routeType;
  return {
    ...about,
    contexts: {
      nextjs: {
        ...contexts!['nextjs'],
        // Next 15 calls a proxy middleware.
        route_type: (kind as string) === 'middleware' ? 'proxy' : kind,
        router_kind: location.router,
        ...(context.renderSource && { render_source: context.renderSource }),
        ...(action && { action_name: action.name, action_file: action.file }),
      },
    },
    tags: { ...tags, ...(action && { action: action.name }) },
  };
}

const readerOf =
  (headers: CurrentRequest['headers']) =>
  (name: string): string | undefined => {
    const value = headers[name];
    return Array.isArray(value) ? value[0] : value;
  };

/** `/(main)/book` is `/book`: route groups and slots are not part of the URL; intercepting segments, `(.)`, are. */
const withoutGroups = (route: string | undefined): string | undefined =>
  route && (route.replace(/\/(?:\([^./)][^/)]*\)|@[^/]+)(?=\/|$)/g, '') || '/');

/**
 * On the edge, Next 15 passes the file, `/api/stock/route`, as route, and the wrong router for route handlers (15.5.28,
 * server/next-server.js). If the request's own path ends like that, it is the route.
 */
function locationOf({ routePath, routerKind, routeType }: ContextOfError, path: string) {
  const file = /\/(?:route|page)$/.exec(routePath)?.[0];
  return file && (routerKind === 'App Router' || routeType === 'route') && !path.replace(/\/$/, '').endsWith(file)
    ? { route: routePath.slice(0, -file.length) || '/', router: 'App Router' }
    : { route: routePath, router: routerKind };
}
