import { captureException, isControlFlow } from '@seismo/browser';
import type { Mechanism } from '@seismo/browser';

/** Ids of what was reported, by error: a boundary and the root, or two renders in strict mode, tell of the same one. */
const ids = new WeakMap<object, string>();

/** Reports an error that React caught, once. The id of its event, or nothing for what is no error. */
export function reportOnce(error: unknown, mechanism: Partial<Mechanism>): string | undefined {
  if (isControlFlow(error)) return undefined;
  const known = typeof error === 'object' && error !== null ? ids.get(error) : undefined;
  if (known) return known;
  const id = captureException(error, { mechanism });
  if (typeof error === 'object' && error !== null) ids.set(error, id);
  return id;
}
