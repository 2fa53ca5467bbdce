import type { Client } from './client.ts';
import { guarded } from './debug.ts';
import { Scope } from './scope.ts';

interface Scopes {
  /** Of the whole page. */
  page: Scope;
  /** Of the innermost `withScope`. */
  current: Scope;
  client?: Client | undefined;
}

let scopes: Scopes | undefined;

/** Made when first asked for: importing the SDK does nothing. */
export const pageScopes = (): Scopes => (scopes ??= { page: new Scope(), current: new Scope() });

export const getCurrentScope = (): Scope => pageScopes().current;
/** The page's. A browser has one page at a time, so Sentry's global and isolation scopes are one here. */
export const getIsolationScope = (): Scope => pageScopes().page;
export const getClient = (): Client | undefined => scopes?.client;

/** What `callback` captures, also later in its promise, carries what it says in its scope. */
export function withScope<T>(callback: (scope: Scope) => T): T;
export function withScope<T>(scope: Scope | undefined, callback: (scope: Scope) => T): T;
export function withScope<T>(first: Scope | undefined | ((scope: Scope) => T), second?: (scope: Scope) => T): T {
  const callback = second ?? (first as (scope: Scope) => T);
  const state = pageScopes();
  const outer = state.current;
  const scope = (second && (first as Scope | undefined)) || outer.clone();
  const leave = (): void => {
    if (state.current === scope) state.current = outer;
  };
  state.current = scope;
  let result: T;
  try {
    result = callback(scope);
  } catch (error) {
    leave();
    throw error;
  }
  if (typeof (result as { then?: unknown } | null)?.then === 'function') {
    guarded(() => (result as PromiseLike<unknown> & T).then(leave, leave));
  } else leave();
  return result;
}
