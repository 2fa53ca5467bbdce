import { keepComponentStack } from './component-stacks.ts';
import { reportOnce } from './reported.ts';

interface ErrorInfo {
  componentStack?: string | null | undefined;
}

/** The part of the options of `createRoot` and `hydrateRoot` that React 19 tells errors by. */
export interface RootHandlers {
  onCaughtError(error: unknown, info: ErrorInfo): void;
  onUncaughtError(error: unknown, info: ErrorInfo): void;
  onRecoverableError(error: unknown, info: ErrorInfo): void;
}

/**
 * `createRoot(element, rootHandlers())`. What React does with an error by itself it still does: an uncaught one and one
 * that it recovered from become errors of the window, where they are reported like any other.
 */
export function rootHandlers(): RootHandlers {
  const toWindow = (error: unknown, { componentStack }: ErrorInfo): void => {
    // React wraps a hydration mismatch in an error of its own.
    const reported = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    keepComponentStack(reported, componentStack);
    globalThis.reportError(reported);
  };
  return {
    onCaughtError(error, { componentStack }) {
      keepComponentStack(error, componentStack);
      reportOnce(error, { type: 'auto.function.react.root_handlers', handled: true });
      // oxlint-disable-next-line eslint/no-console -- React's own report, which this handler takes the place of
      console.error(error);
    },
    onUncaughtError: toWindow,
    onRecoverableError: toWindow,
  };
}
