'use client';

export { ErrorBoundary } from './boundary.tsx';
export type { BoundaryError, ErrorBoundaryProps } from './boundary.tsx';
/** @deprecated Use `BoundaryError`. The next release removes this name. */
export type { BoundaryError as Fallen } from './boundary.tsx';
export { rootHandlers } from './root-handlers.ts';
export type { RootHandlers } from './root-handlers.ts';
/** For apps without Next: `init({ integrations: [reactErrors()] })` adds component stacks and hydration differences. */
export { nextErrors as reactErrors } from '../client/next-errors.ts';
