import type { Runtime } from '@seismo/server';

/**
 * Connects Next's bundles to the running server. Import only types: a workspace package imported here would be loaded a second * time, with its own stores.
 */
export function runtime(): Runtime {
  const found: unknown = Reflect.get(globalThis, Symbol.for('seismo.runtime'));
  if (!found)
    throw new Error('The dashboard needs the Seismo server. Start it with "npm start", not with "next start".');
  return found as Runtime;
}
