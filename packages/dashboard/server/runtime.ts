import type { Runtime } from '@seismo/server';

/**
 * The one seam between Next's bundles and the running server. Only types cross: a workspace package imported here would
 * be loaded a second time, with its own stores.
 */
export function runtime(): Runtime {
  const found: unknown = Reflect.get(globalThis, Symbol.for('seismo.runtime'));
  if (!found)
    throw new Error('The dashboard has no server behind it. Start it with "npm start", not with "next start".');
  return found as Runtime;
}
