import type { Client } from './client.ts';
import { safely } from './debug.ts';
import { Scope } from './scope.ts';

interface Scopes {
  /** Of the whole page. */
  page: Scope;
  /** Of every `withScope` that lasts, the current one last. */
  stack: Scope[];
  client?: Client | undefined;
}

let scopes: Scopes | undefined;

/** Created on first use: importing the SDK has no side effects. */
export const pageScopes = (): Scopes => (scopes ??= { page: new Scope(), stack: [new Scope()] });

export const getCurrentScope = (): Scope => pageScopes().stack.at(-1)!;
/** The page's scope. A browser has one page at a time, so Sentry's global and isolation scopes are the same here. */
export const getIsolationScope = (): Scope => pageScopes().page;
export const getGlobalScope = (): Scope => pageScopes().page;
export const getClient = (): Client | undefined => scopes?.client;

/** For code that also runs on a server, where it separates visitors. */
export const withIsolationScope = <T>(callback: (isolationScope: Scope) => T): T => callback(getIsolationScope());

/**
 * Runs `callback` with a scope for its captures, until its promise is settled. Browsers cannot tell which of two
 * asynchronous callbacks continues: while they overlap, the scope that began last is current.
 */
export function withScope<T>(callback: (scope: Scope) => T): T;
export function withScope<T>(scope: Scope | undefined, callback: (scope: Scope) => T): T;
export function withScope<T>(first: Scope | undefined | ((scope: Scope) => T), second?: (scope: Scope) => T): T {
  const callback = second ?? (first as (scope: Scope) => T);
  const scope = (second && (first as Scope | undefined)) || getCurrentScope().clone();
  const { stack } = pageScopes();
  // Scopes may end in another order than they began.
  const leave = (): void => void stack.splice(stack.lastIndexOf(scope), 1);
  stack.push(scope);
  let result: T;
  try {
    result = callback(scope);
  } catch (error) {
    leave();
    throw error;
  }
  if (typeof (result as { then?: unknown } | null)?.then === 'function') {
    safely(() => (result as PromiseLike<unknown> & T).then(leave, leave));
  } else leave();
  return result;
}
