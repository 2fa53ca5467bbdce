import { captureException, isControlFlow, type Mechanism } from '@seismo/browser';

/** Reports an error that React caught. Returns the ID of its event, or nothing for control flow. */
export const reportOnce = (error: unknown, mechanism: Partial<Mechanism>): string | undefined =>
  // The same error has the same id: a boundary and the root, or two renders in strict mode, report it once.
  isControlFlow(error) ? undefined : captureException(error, { mechanism });
