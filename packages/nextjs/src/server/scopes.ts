import { Scope } from '@seismo/browser/parts';

interface Storage<T> {
  getStore(): T | undefined;
  run<R>(store: T, callback: () => R): R;
}

interface Scopes {
  /** Of the whole process. */
  global: Scope;
  /** Of the innermost `withScope`, through everything that is awaited in it. */
  current: Storage<Scope> | null;
}

/**
 * Made when first asked for. Next bundles this module several times into one server, so what all share is kept where all
 * see it. `AsyncLocalStorage` is set by Next in both of its runtimes; without it there is one scope.
 */
function serverScopes(): Scopes {
  const shared = globalThis as { [key: symbol]: Scopes | undefined; AsyncLocalStorage?: new () => Storage<Scope> };
  const { AsyncLocalStorage } = shared;
  return (shared[KEY] ??= { global: new Scope(), current: AsyncLocalStorage ? new AsyncLocalStorage() : null });
}

const KEY = Symbol.for('seismo.nextjs.scopes');

export const globalScope = (): Scope => serverScopes().global;

/** The one that setters change: that of the `withScope` around them, else that of the process. */
export const currentScope = (): Scope => serverScopes().current?.getStore() ?? serverScopes().global;

/** What `callback` captures, also later, carries what it says in its scope; nothing else does. */
export function withScope<T>(callback: (scope: Scope) => T): T {
  const scope = currentScope().clone();
  const { current } = serverScopes();
  return current ? current.run(scope, () => callback(scope)) : callback(scope);
}
