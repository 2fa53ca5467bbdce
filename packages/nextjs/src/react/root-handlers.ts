import { keepComponentStack } from './component-stacks.ts';
import { reportOnce } from './reported.ts';

interface ErrorInfo {
  componentStack?: string | null | undefined;
}

/** The options of `createRoot` and `hydrateRoot` with which React 19 reports errors. */
export interface RootHandlers {
  onCaughtError(error: unknown, info: ErrorInfo): void;
  onUncaughtError(error: unknown, info: ErrorInfo): void;
  onRecoverableError(error: unknown, info: ErrorInfo): void;
}

/**
 * `createRoot(element, rootHandlers())`. React's default handling stays: uncaught and recovered errors become errors of
 * the window, where they are reported.
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
      // oxlint-disable-next-line eslint/no-console -- React's own report, which this handler replaces
      console.error(error);
    },
    onUncaughtError: toWindow,
    onRecoverableError: toWindow,
  };
}
