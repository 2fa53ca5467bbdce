import type { PropagationContext } from '@seismo/browser';
import { safely, propagationFrom, Scope, type CaptureContext } from '@seismo/browser/parts';
import { hostContext } from './host.ts';

interface AsyncContext {
  new (): Storage<Scopes>;
  /** In Node since 20.5, and in Next's edge runtime. */
  snapshot?(): <R>(callback: () => R) => R;
}

interface Storage<T> {
  getStore(): T | undefined;
  run<R>(store: T, callback: () => R): R;
  enterWith(store: T): void;
}

/** The request that is being answered, where the runtime lets the kit see it. */
export interface CurrentRequest {
  method: string;
  /** Path and query, as sent. */
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** `/products/[id]`, once Next knows it. */
  route(): string | undefined;
}

/** The data that setters such as `setUser` change: one instance per request, and one for the process. */
export class Isolation {
  readonly scope: Scope;
  readonly request: CurrentRequest | undefined;
  lastEventId: string | undefined;
  #trace: PropagationContext | undefined;

  constructor(scope: Scope, request?: CurrentRequest) {
    this.scope = scope;
    this.request = request;
  }

  /** Continues the trace of the request's headers. Created when first needed, because IDs are random. */
  get trace(): PropagationContext {
    return (this.#trace ??= traceOf(this.request?.headers ?? {}));
  }
}

/** The browser's trace, if the headers have it in Sentry's or the W3C's format; otherwise a new one. */
function traceOf(headers: CurrentRequest['headers']): PropagationContext {
  const header = (name: string): string | undefined => String(headers[name] ?? '') || undefined;
  const [, ids, flags] = /^00-([\da-f]{32}-[\da-f]{16})-([\da-f]{2})$/.exec(header('traceparent') ?? '') ?? [];
  const fromW3C = ids && `${ids}-${Number.parseInt(flags!, 16) & 1}`;
  return propagationFrom(header('sentry-trace') ?? fromW3C, header('baggage'));
}

interface Scopes {
  isolation: Isolation;
  /** Of the innermost `withScope`. */
  current: Scope;
}

interface State {
  global: Scope;
  process: Scopes;
  /** The code that starts reporting runs. */
  isStarting: boolean;
  /** Whether an entered scope would reach other requests. Known on Node only. */
  isShared: ((storage: object) => boolean) | undefined;
  storage: Storage<Scopes> | undefined;
  /** Scopes of requests that only the host's own context object distinguishes. */
  byHost: WeakMap<object, Scopes>;
}

/**
 * Next bundles this module several times into one server and runs edge functions in a separate realm. All of them see
 * one `AsyncLocalStorage`, which Next sets in both of its runtimes, so it holds the state.
 */
function state(): State {
  type Home = { [key: symbol]: State | undefined };
  const { AsyncLocalStorage } = globalThis as unknown as { AsyncLocalStorage?: AsyncContext & Home };
  const home: Home = AsyncLocalStorage ?? (globalThis as Home);
  return (home[KEY] ??= {
    global: new Scope(),
    process: { isolation: new Isolation(new Scope()), current: new Scope() },
    isStarting: false,
    isShared: undefined,
    storage: AsyncLocalStorage && new AsyncLocalStorage(),
    byHost: new WeakMap(),
  });
}

const KEY = Symbol.for('seismo.nextjs.scopes');

/** The async context at module load, which is outside of any render. */
const beforeRenders = (globalThis as unknown as { AsyncLocalStorage?: AsyncContext }).AsyncLocalStorage?.snapshot?.();

/**
 * Reads the clock and random numbers where Next does not see it: with Cache Components a prerender ends with an error where
 * a component reads either (next 16 `server/node-environment-extensions/io-utils.js`, by `AsyncLocalStorage`), and every
 * report needs both. The scopes of the request go along.
 */
export function outsideRender<T>(callback: () => T): T {
  if (!beforeRenders) return callback();
  const { storage } = state();
  const known = storage?.getStore();
  return beforeRenders(() => (storage && known ? storage.run(known, callback) : callback()));
}

/** Copies of scopes: changes do not affect the originals. */
const fork = ({ isolation, current }: Scopes, request?: CurrentRequest): Scopes => ({
  isolation: new Isolation(isolation.scope.clone(), request),
  current: current.clone(),
});

function scopes(): Scopes {
  const { storage, byHost, process } = state();
  const stored = storage?.getStore();
  if (stored) return stored;
  const host = hostContext();
  if (!host) return process;
  let known = byHost.get(host);
  if (!known) byHost.set(host, (known = fork(process)));
  return known;
}

/**
 * Scopes that can be changed. Code without a request, such as one that began before reporting started, gets scopes for
 * the rest of its own execution, which reach no request.
 */
function ownScopes(): Scopes {
  const { storage, process, isStarting, isShared } = state();
  const known = scopes();
  if (known !== process || !storage || isStarting) return known;
  const own = fork(process);
  // Dropped where the storage is shared: the data could end up in another request's report.
  if (!isShared?.(storage)) safely(() => storage.enterWith(own));
  return own;
}

export const getGlobalScope = (): Scope => state().global;
export const getIsolationScope = (): Scope => ownScopes().isolation.scope;
export const getCurrentScope = (): Scope => ownScopes().current;
export const currentIsolation = (): Isolation => scopes().isolation;

/**
 * The code that starts reporting sets data for the process until its first `await`. Next runs it within the first
 * request while others wait, so it must end before they continue.
 */
export function enterProcess(): void {
  const shared = state();
  if (scopes() !== shared.process) return;
  shared.isStarting = true;
  queueMicrotask(() => (shared.isStarting = false));
}

/** Sets how to detect that entered scopes would be shared. */
export function noteShared(isShared: (storage: object) => boolean): void {
  state().isShared = isShared;
}

/** From here on, everything that the running callback starts belongs to `request`. */
export function enterRequest(request: CurrentRequest): void {
  const { storage, process } = state();
  storage?.enterWith(fork(process, request));
}

/** `callback`, and everything that it awaits, belongs to `request`, unless a request is known already. */
export function runRequest<T>(request: CurrentRequest, callback: () => T): T {
  const { storage } = state();
  const { isolation, current } = scopes();
  if (!storage || isolation.request) return callback();
  return storage.run({ isolation: new Isolation(isolation.scope, request), current }, callback);
}

/**
 * Runs `callback` with its own scope, also across `await`. In a request, `setUser` and similar setters affect the whole
 * request; elsewhere their effect ends with the callback.
 */
export function withScope<T>(callback: (scope: Scope) => T): T;
export function withScope<T>(scope: Scope | undefined, callback: (scope: Scope) => T): T;
export function withScope<T>(first: Scope | undefined | ((scope: Scope) => T), second?: (scope: Scope) => T): T {
  const callback = second ?? (first as (scope: Scope) => T);
  const { storage, process } = state();
  const around = scopes();
  const { isolation, current } = around === process ? fork(process) : around;
  const scope = (second && (first as Scope | undefined)) || current.clone();
  return storage ? storage.run({ isolation, current: scope }, () => callback(scope)) : callback(scope);
}

/** Runs `callback` like a separate request: its data reaches nothing outside. */
export function withIsolationScope<T>(callback: (isolationScope: Scope) => T): T {
  const { storage } = state();
  const forked = fork(scopes(), currentIsolation().request);
  return storage ? storage.run(forked, () => callback(forked.isolation.scope)) : callback(forked.isolation.scope);
}

/** The scopes of an event that is captured now: `outer` first, then the event's own fields, then `inner`. */
export interface ScopesOfEvent {
  isolation: Isolation;
  outer: readonly Scope[];
  inner: Scope;
}

export function scopesOfEvent(context?: CaptureContext): ScopesOfEvent {
  const { isolation, current } = scopes();
  return { isolation, outer: [state().global, isolation.scope], inner: current.clone().update(context) };
}
