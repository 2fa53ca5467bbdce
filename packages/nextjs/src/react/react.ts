'use client';

export { ErrorBoundary } from './boundary.tsx';
export type { ErrorBoundaryProps, Fallen } from './boundary.tsx';
export { rootHandlers } from './root-handlers.ts';
export type { RootHandlers } from './root-handlers.ts';
/** For apps without Next: `init({ integrations: [nextErrors()] })` adds component trees and what did not match. */
export { nextErrors as reactErrors } from '../client/next-errors.ts';
