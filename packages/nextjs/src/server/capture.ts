import type {
  Breadcrumb,
  BreadcrumbHint,
  Client,
  Context,
  Event,
  EventHint,
  EventProcessor,
  Feedback,
  Primitive,
  SeverityLevel,
  User,
} from '@seismo/browser';
import {
  captureOnce,
  eventOf,
  feedbackEvent,
  safely,
  hexId,
  hintOf,
  isControlFlow,
  logOf,
  loggerOf,
  setDebug,
  withBaggage,
} from '@seismo/browser/parts';
import type { CaptureContext, CaptureHint, Logger, TraceHeaders } from '@seismo/browser/parts';
import { givenDigest } from '../digest.ts';
import type { ServerAction } from '../upload/actions.ts';
import { openServerClient, type ServerClient } from './client.ts';
import { hostContext } from './host.ts';
import type { ServerOptions } from './options.ts';
import { aboutRequest, aboutRequestError, type ContextOfError, type RequestOfError } from './request-error.ts';
import {
  currentIsolation,
  enterProcess,
  getGlobalScope,
  getIsolationScope,
  outsideRender,
  runRequest,
  scopesOfEvent,
} from './scopes.ts';

interface Reporting {
  client: ServerClient | null;
  /** For the error page of the Pages Router, which is bundled for both sides: errors that Next reported to no hook. */
  captureUnreported(thrown: unknown): void;
}

/** One per server, however often Next bundles this module into it. */
function reporting(): Reporting {
  const shared = globalThis as { [key: symbol]: Reporting | undefined };
  return (shared[KEY] ??= {
    client: null,
    captureUnreported(thrown) {
      if (this.client) givenDigest(thrown);
      captureException(thrown, { mechanism: { type: 'auto.function.nextjs.error_page', handled: false } });
    },
  });
}

const KEY = Symbol.for('seismo.nextjs.reporting');

/** Starts reporting. A second call restarts with the new options. */
export function init(options: ServerOptions = {}): void {
  safely(() => {
    const state = reporting();
    void state.client?.close();
    setDebug(options.debug);
    enterProcess();
    getGlobalScope().update(options.initialScope);
    state.client = openServerClient(options);
  });
}

/** Reports an error or any other thrown value. Returns the ID of the event, even if nothing is sent. */
export function captureException(thrown: unknown, hint?: CaptureHint | CaptureContext): string {
  const syntheticException = new Error('thrown');
  // The stack begins where the app called.
  Error.captureStackTrace?.(syntheticException, captureException);
  return captured(hint, { originalException: thrown, syntheticException }, (known) => eventOf(thrown, known));
}

export function captureMessage(message: string, context?: SeverityLevel | CaptureHint | CaptureContext): string {
  const level = typeof context === 'string' ? context : 'info';
  return captured(level === context ? {} : (context as CaptureContext), {}, () => ({ message, level }));
}

export const captureEvent = (event: Event, hint?: CaptureHint): string => captured(hint, {}, () => event);

export const captureFeedback = (feedback: Feedback, hint?: EventHint): string =>
  captureEvent(feedbackEvent(feedback), hint);

function captured(
  given: CaptureHint | CaptureContext | undefined,
  about: EventHint,
  make: (hint: EventHint) => Event,
): string {
  let id = outsideRender(() => hexId(16));
  safely(() => {
    const { client } = reporting();
    const { originalException: thrown } = about;
    if (!client || isControlFlow(thrown)) return;
    const { captureContext, ...hintFields } = hintOf(given);
    const hint = { ...about, ...hintFields };
    const event = make(hint);
    const event_id = hint.event_id ?? event.event_id ?? id;
    id = captureOnce(client.options.dsn, hint, event_id);
    const scopes = scopesOfEvent(captureContext);
    scopes.isolation.lastEventId = id;
    if (id !== event_id) return;
    const { request } = scopes.isolation;
    // The error may be thrown on, and Next shows the digest that it has then.
    outsideRender(() => {
      if (request && hint.mechanism?.handled !== false) givenDigest(thrown);
      const where = request ? aboutRequest(thrown, request, client.options) : {};
      client.captureEvent({ ...event, event_id }, hint, scopes, where);
    });
    waitForReports(client.flush);
  });
  return id;
}

export const lastEventId = (): string | undefined => currentIsolation().lastEventId;

export function addBreadcrumb(breadcrumb: Breadcrumb, hint?: BreadcrumbHint): void {
  safely(() => {
    const { beforeBreadcrumb, maxBreadcrumbs } = reporting().client?.options ?? {};
    const changed = beforeBreadcrumb ? beforeBreadcrumb(breadcrumb, hint) : breadcrumb;
    const scope = getIsolationScope();
    if (changed) outsideRender(() => scope.addBreadcrumb(changed, maxBreadcrumbs));
  });
}

export const setUser = (user: User | null): void => void getIsolationScope().setUser(user);
export const setTag = (key: string, value: Primitive): void => void getIsolationScope().setTag(key, value);
export const setTags = (tags: Record<string, Primitive>): void => void getIsolationScope().setTags(tags);
export const setExtra = (key: string, value: unknown): void => void getIsolationScope().setExtra(key, value);
export const setExtras = (extra: Record<string, unknown>): void => void getIsolationScope().setExtras(extra);
export const setContext = (name: string, context: Context | null): void =>
  void getIsolationScope().setContext(name, context);
export const addEventProcessor = (process: EventProcessor): void => void getIsolationScope().addEventProcessor(process);

/** Structured logs, with the user and the trace of the request. */
export const logger: Logger = loggerOf((level, message, attributes) => {
  safely(() => {
    const { client } = reporting();
    if (!client) return;
    const scopes = scopesOfEvent();
    outsideRender(() => client.captureLog(logOf(level, message, attributes), scopes));
    waitForReports(client.flushSoon);
  });
});

/** For `<meta>` of a page, or requests to other services: they continue the trace of the request that is answered. */
export function getTraceData(): TraceHeaders {
  const { client } = reporting();
  if (!client) return {};
  const isolation = currentIsolation();
  return outsideRender(() => {
    const { traceId, spanId, dsc } = isolation.trace;
    return { 'sentry-trace': `${traceId}-${spanId}`, baggage: withBaggage('', dsc ?? client.dsc(traceId)) };
  });
}

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
 * Reports an error of a request from Next. Never throws. If the process may be suspended after the response, asks the
 * host to wait, else waits for the report itself.
 */
export async function captureRequestError(
  thrown: unknown,
  request: RequestOfError,
  context: ContextOfError,
  actionOf: (id: string) => Promise<ServerAction | null>,
): Promise<void> {
  try {
    const { client } = reporting();
    if (!client || isControlFlow(thrown)) return;
    // React has set the digest of errors while rendering. Other errors, except those of route handlers, end on
    // `pages/_error.tsx`, which gets the same error and shows the reported digest: the Pages Router, a form action
    // without JavaScript, the proxy.
    if (context.routeType !== 'route') givenDigest(thrown);
    const hint = {
      originalException: thrown,
      mechanism: { type: 'auto.function.nextjs.on_request_error', handled: false },
    };
    const event_id = hexId(16);
    if (captureOnce(client.options.dsn, hint, event_id) === event_id) {
      const seen = { ...request, route: () => context.routePath };
      // Before the first `await`: the error has the data that the request has set until now.
      const scopes = runRequest(seen, scopesOfEvent);
      scopes.isolation.lastEventId = event_id;
      const about = await aboutRequestError(thrown, request, context, { ...client.options, actionOf });
      client.captureEvent({ ...eventOf(thrown, hint), event_id }, hint, scopes, about);
    }
    if (
      !waitForReports(client.flush) &&
      (process.env['NEXT_RUNTIME'] === 'edge' || process.env['AWS_LAMBDA_FUNCTION_NAME'])
    )
      await client.flush();
  } catch {
    // Reporting it would loop.
  }
}

/** Asks the host to keep the process alive until reports are sent. Returns whether the host supports that. */
function waitForReports(flush: () => Promise<boolean>): boolean {
  const { waitUntil } = hostContext() ?? {};
  waitUntil?.(flush());
  return !!waitUntil;
}
