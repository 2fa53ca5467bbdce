import type { Breadcrumb, Client, Context, Event, EventHint, Primitive, SeverityLevel, User } from '@seismo/browser';
import { guarded, hexId } from '@seismo/browser/parts';
import { givenDigest } from '../digest.ts';
import type { ServerAction } from '../upload/actions.ts';
import { openServerClient } from './client.ts';
import type { ServerClient } from './client.ts';
import type { ServerOptions } from './options.ts';
import { aboutRequest } from './request-error.ts';
import type { ContextOfError, RequestOfError } from './request-error.ts';
import { currentScope } from './scopes.ts';

interface Reporting {
  client: ServerClient | null;
  /** Errors that `onRequestError` reported. */
  requestErrors: WeakSet<object>;
}

/** One per server, however often Next bundles this module into it. */
function reporting(): Reporting {
  const shared = globalThis as { [key: symbol]: Reporting | undefined };
  return (shared[KEY] ??= { client: null, requestErrors: new WeakSet() });
}

const KEY = Symbol.for('seismo.nextjs.reporting');

/** Starts reporting. Called again, it starts anew with other options. */
export function init(options: ServerOptions = {}): void {
  guarded(() => {
    const state = reporting();
    void state.client?.close();
    state.client = openServerClient(options);
  });
}

/** Reports an error, or whatever was thrown in place of one. Gives the id of the event, also where nothing is sent. */
export function captureException(thrown: unknown, hint?: EventHint): string {
  const syntheticException = new Error('thrown');
  return reporting().client?.captureException(thrown, { syntheticException, ...hint }, {}) ?? hexId(16);
}

export function captureMessage(message: string, level: SeverityLevel = 'info'): string {
  return captureEvent({ message, level });
}

export function captureEvent(event: Event, hint: EventHint = {}): string {
  return reporting().client?.captureEvent(event, hint) ?? event.event_id ?? hexId(16);
}

export const addBreadcrumb = (breadcrumb: Breadcrumb): void => void currentScope().addBreadcrumb(breadcrumb);
export const setUser = (user: User | null): void => void currentScope().setUser(user);
export const setTag = (key: string, value: Primitive): void => void currentScope().setTag(key, value);
export const setTags = (tags: Record<string, Primitive>): void => void currentScope().setTags(tags);
export const setExtra = (key: string, value: unknown): void => void currentScope().setExtra(key, value);
export const setExtras = (extra: Record<string, unknown>): void => void currentScope().setExtras(extra);
export const setContext = (name: string, context: Context | null): void =>
  void currentScope().setContext(name, context);

/** The browser's client: on the server there is none. */
export const getClient = (): Client | undefined => undefined;
export const isInitialized = (): boolean => reporting().client !== null;
export const isEnabled = (): boolean => isInitialized();
export const flush = async (timeoutMs?: number): Promise<boolean> =>
  (await reporting().client?.flush(timeoutMs)) ?? false;
export async function close(timeoutMs?: number): Promise<boolean> {
  const { client } = reporting();
  reporting().client = null;
  return (await client?.close(timeoutMs)) ?? false;
}

/**
 * Reports an error that Next met while it answered a request. Never throws. Where the process may be put to sleep after
 * the answer, the host is asked to wait, or else the report is waited for.
 */
export async function captureRequestError(
  thrown: unknown,
  request: RequestOfError,
  context: ContextOfError,
  actionOf: (id: string) => Promise<ServerAction | null>,
): Promise<void> {
  try {
    const { client, requestErrors } = reporting();
    if (!client) return;
    if (typeof thrown === 'object' && thrown !== null) {
      if (requestErrors.has(thrown)) return;
      requestErrors.add(thrown);
    }
    // So that `pages/_error.tsx`, which Next hands the same error, shows the number that is reported.
    if (context.routerKind === 'Pages Router' && context.routeType === 'render') givenDigest(thrown);
    const { sendDefaultPii = false } = client.options;
    const about = await aboutRequest(thrown, request, context, { actionOf, sendDefaultPii });
    const mechanism = { type: 'auto.function.nextjs.on_request_error', handled: false };
    client.captureException(thrown, { mechanism }, about);
    const sent = client.flush();
    const { waitUntil } = hostOf();
    if (waitUntil) waitUntil(sent);
    else if (process.env['NEXT_RUNTIME'] === 'edge' || process.env['AWS_LAMBDA_FUNCTION_NAME']) await sent;
  } catch {
    // An error about an error is nobody's.
  }
}

/** Vercel's way of asking for time after the answer (`@vercel/functions`, `waitUntil`). */
function hostOf(): { waitUntil?: (promise: Promise<unknown>) => void } {
  const host = (globalThis as { [key: symbol]: { get?(): object | undefined } | undefined })[
    Symbol.for('@vercel/request-context')
  ];
  return host?.get?.() ?? {};
}
