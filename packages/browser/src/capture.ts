import { captureOnce } from './captured.ts';
import { hexId } from './clock.ts';
import { safely } from './debug.ts';
import { eventOf } from './errors/exceptions.ts';
import type { Breadcrumb, BreadcrumbHint, Context, Event, EventHint, Primitive, SeverityLevel, User } from './event.ts';
import { hintOf, type CaptureContext, type CaptureHint } from './hint.ts';
import type { Integration } from './integration.ts';
import type { EventProcessor } from './scope.ts';
import { getCurrentScope, pageScopes } from './scopes.ts';

/** Reports an error or any other thrown value. Returns the ID of the event, even if nothing is sent. */
export function captureException(thrown: unknown, hint?: CaptureHint | CaptureContext): string {
  const syntheticException = new Error();
  return captured(hint, { originalException: thrown, syntheticException }, (known) => eventOf(thrown, known));
}

export function captureMessage(message: string, context?: SeverityLevel | CaptureHint | CaptureContext): string {
  const level = typeof context === 'string' ? context : 'info';
  return captured(level === context ? {} : (context as CaptureContext), {}, () => ({ message, level }));
}

export const captureEvent = (event: Event, hint?: CaptureHint): string => captured(hint, {}, () => event);

function captured(
  given: CaptureHint | CaptureContext | undefined,
  about: EventHint,
  make: (hint: EventHint) => Event,
): string {
  lastId = hexId(16);
  safely(() => {
    const { client } = pageScopes();
    if (!client) return;
    const { captureContext, ...hintFields } = hintOf(given);
    const hint = { ...about, ...hintFields };
    const event = make(hint);
    const event_id = hint.event_id ?? event.event_id ?? lastId;
    lastId = captureOnce(client.options.dsn, hint, event_id);
    if (lastId === event_id)
      client.captureEvent({ ...event, event_id }, hint, getCurrentScope().clone().update(captureContext));
  });
  return lastId;
}

let lastId = '';

export const lastEventId = (): string | undefined => lastId || undefined;

export function addBreadcrumb(breadcrumb: Breadcrumb, hint?: BreadcrumbHint): void {
  safely(() => {
    const { client, page } = pageScopes();
    const { beforeBreadcrumb, maxBreadcrumbs } = client?.options ?? {};
    const changed = beforeBreadcrumb ? beforeBreadcrumb(breadcrumb, hint) : breadcrumb;
    if (changed) page.addBreadcrumb(changed, maxBreadcrumbs);
  });
}

export const setUser = (user: User | null): void => void pageScopes().page.setUser(user);
export const setTag = (key: string, value: Primitive): void => void pageScopes().page.setTag(key, value);
export const setTags = (tags: Record<string, Primitive>): void => void pageScopes().page.setTags(tags);
export const setExtra = (key: string, value: unknown): void => void pageScopes().page.setExtra(key, value);
export const setExtras = (extra: Record<string, unknown>): void => void pageScopes().page.setExtras(extra);
export const setContext = (name: string, context: Context | null): void =>
  void pageScopes().page.setContext(name, context);
export const addEventProcessor = (process: EventProcessor): void => void pageScopes().page.addEventProcessor(process);

export const addIntegration = (integration: Integration): void => pageScopes().client?.addIntegration(integration);

export const isInitialized = (): boolean => !!pageScopes().client;
export const isEnabled = (): boolean => isInitialized();

/** Sends buffered data. Resolves to whether all of it was answered within the time. */
export const flush = async (timeoutMs?: number): Promise<boolean> =>
  (await pageScopes().client?.flush(timeoutMs)) ?? false;

/** Like `flush`, and stops reporting. */
export async function close(timeoutMs?: number): Promise<boolean> {
  const { client } = pageScopes();
  pageScopes().client = undefined;
  return (await client?.close(timeoutMs)) ?? false;
}
