import type { Event } from '@seismo/browser';
import { hexId, readServerAction } from '@seismo/browser/parts';
import type { Instrumentation } from 'next';
import { digestOf } from '../digest.ts';
import type { ServerAction } from '../upload/actions.ts';

export type RequestOfError = Parameters<Instrumentation.onRequestError>[1];
export type ContextOfError = Parameters<Instrumentation.onRequestError>[2];

/** What of a visitor's headers goes along. Cookies, credentials and everything unknown stay. */
const HEADERS_SENT = ['user-agent', 'referer', 'content-type', 'accept', 'host', 'rsc', 'next-action', 'next-url'];
const HEADER_CHARS_MAX = 500;

export interface AboutRequest {
  actionOf(id: string): Promise<ServerAction | null>;
  sendDefaultPii: boolean;
}

/** What the event of a server error says of where it happened: the fields that docs/nextjs.md promises. */
export async function aboutRequest(
  thrown: unknown,
  request: RequestOfError,
  context: ContextOfError,
  { actionOf, sendDefaultPii }: AboutRequest,
): Promise<Event> {
  const header = (name: string): string | undefined => {
    const value = request.headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
  const digest = digestOf(thrown);
  const called = readServerAction(request.method, header);
  const action = called ? await actionOf(called.id) : null;
  const path = request.path.split('?', 1)[0]!;
  const place = placeOf(context, path);
  const route = place.route || called?.route;
  const kind = called && context.routeType === 'render' ? 'action' : context.routeType;
  return {
    transaction: `${request.method} ${route ?? path}`,
    contexts: {
      nextjs: {
        ...(digest && { digest }),
        ...(route && { route }),
        // Next 15 calls a proxy middleware.
        route_type: (kind as string) === 'middleware' ? 'proxy' : kind,
        router_kind: place.router,
        ...(context.renderSource && { render_source: context.renderSource }),
        ...(called && { action_id: called.id }),
        ...(action && { action_name: action.name, action_file: action.file }),
      },
      trace: traceOf(header('sentry-trace') ?? header('traceparent')),
    },
    tags: { ...(digest && { digest }), ...(action && { action: action.name }) },
    request: {
      method: request.method,
      url: `${header('x-forwarded-proto') ?? 'http'}://${header('x-forwarded-host') ?? header('host') ?? 'localhost'}${path}`,
      ...(sendDefaultPii && request.path.includes('?') && { query_string: request.path.slice(path.length + 1) }),
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

/**
 * Of what runs on the edge Next 15 names the file, `/api/stock/route`, and of a route handler there the wrong router
 * (15.5.28, server/next-server.js). Where the visitor's own path ends like that, it is the route's name.
 */
function placeOf({ routePath, routerKind, routeType }: ContextOfError, path: string) {
  const file = /\/(?:route|page)$/.exec(routePath)?.[0];
  return file && (routerKind === 'App Router' || routeType === 'route') && !path.replace(/\/$/, '').endsWith(file)
    ? { route: routePath.slice(0, -file.length) || '/', router: 'App Router' }
    : { route: routePath, router: routerKind };
}

/** The browser's trace, if the request names it in Sentry's header or the W3C's; otherwise one of its own. */
function traceOf(header: string | undefined): Record<string, string> {
  const match = /^(?:00-)?([0-9a-f]{32})-([0-9a-f]{16})(?:-|$)/.exec(header ?? '');
  return match
    ? { trace_id: match[1]!, parent_span_id: match[2]!, span_id: hexId(8) }
    : { trace_id: hexId(16), span_id: hexId(8) };
}
