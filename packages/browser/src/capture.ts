import { hexId } from './clock.ts';
import { guarded } from './debug.ts';
import { eventOf } from './errors/exceptions.ts';
import type { Breadcrumb, BreadcrumbHint, Context, Event, EventHint, Primitive, SeverityLevel, User } from './event.ts';
import { Scope } from './scope.ts';
import type { EventProcessor, ScopeContext } from './scope.ts';
import { pageScopes } from './scopes.ts';

type CaptureContext = Scope | ScopeContext | ((scope: Scope) => Scope);
type ExclusiveHint = EventHint & { captureContext?: CaptureContext };

/** Reports an error, or whatever was thrown in place of one. Gives the id of the event, also where nothing is sent. */
export function captureException(thrown: unknown, hint?: ExclusiveHint | CaptureContext): string {
  const syntheticException = new Error();
  return captured(hint, (given) => {
    const known = { originalException: thrown, syntheticException, ...given };
    return [eventOf(thrown, known), known];
  });
}

export function captureMessage(message: string, context?: SeverityLevel | ExclusiveHint | CaptureContext): string {
  const level = typeof context === 'string' ? context : 'info';
  return captured(level === context ? {} : (context as CaptureContext), (given) => [{ message, level }, given]);
}

export const captureEvent = (event: Event, hint?: ExclusiveHint): string => captured(hint, (given) => [event, given]);

function captured(
  given: ExclusiveHint | CaptureContext | undefined,
  make: (hint: EventHint) => [Event, EventHint],
): string {
  lastId = hexId(16);
  guarded(() => {
    const { client, current } = pageScopes();
    const { captureContext, ...hint } = isContext(given) ? { captureContext: given } : (given ?? {});
    if (!client) return;
    const [event, known] = make(hint);
    lastId = hint.event_id ?? event.event_id ?? lastId;
    client.captureEvent({ ...event, event_id: lastId }, known, current.clone().update(captureContext));
  });
  return lastId;
}

let lastId = '';

/** What stands in for a hint: a scope, a function on it, or some of its fields. */
const isContext = (given: ExclusiveHint | CaptureContext | undefined): given is CaptureContext =>
  typeof given === 'function' ||
  ['user', 'level', 'extra', 'contexts', 'tags', 'fingerprint'].some((field) => field in Object(given));

export const lastEventId = (): string | undefined => lastId || undefined;

export function addBreadcrumb(breadcrumb: Breadcrumb, hint?: BreadcrumbHint): void {
  guarded(() => {
    const { client, page } = pageScopes();
    const { beforeBreadcrumb, maxBreadcrumbs } = client?.options ?? {};
    const kept = beforeBreadcrumb ? beforeBreadcrumb(breadcrumb, hint) : breadcrumb;
    if (kept) page.addBreadcrumb(kept, maxBreadcrumbs);
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

export const isInitialized = (): boolean => !!pageScopes().client;
export const isEnabled = (): boolean => isInitialized();

/** Sends what is buffered. Resolves to whether all of it was answered within the time. */
export const flush = async (timeoutMs?: number): Promise<boolean> =>
  (await pageScopes().client?.flush(timeoutMs)) ?? false;

/** The same, and nothing is reported any more. */
export async function close(timeoutMs?: number): Promise<boolean> {
  const { client } = pageScopes();
  pageScopes().client = undefined;
  return (await client?.close(timeoutMs)) ?? false;
}
