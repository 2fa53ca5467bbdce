import { captureException, isControlFlow, type Mechanism } from '@seismo/browser';

/** Reports an error that React caught. The id of its event, or nothing for what is no error. */
export const reportOnce = (error: unknown, mechanism: Partial<Mechanism>): string | undefined =>
  // The same id for the same error: a boundary and the root, or two renders in strict mode, tell of one.
  isControlFlow(error) ? undefined : captureException(error, { mechanism });
