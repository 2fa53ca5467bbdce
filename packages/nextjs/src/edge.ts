import type { Instrumentation } from 'next';
import { captureRequestError as capture, init } from './server/capture.ts';
import { proxyWrapper } from './server/proxy.ts';

/** The names of the browser SDK; only those below work on the server. */
export * from '@seismo/browser';
export {
  addBreadcrumb,
  addEventProcessor,
  captureEvent,
  captureException,
  captureFeedback,
  captureMessage,
  close,
  flush,
  getClient,
  getTraceData,
  init,
  isEnabled,
  isInitialized,
  lastEventId,
  logger,
  setContext,
  setExtra,
  setExtras,
  setTag,
  setTags,
  setUser,
} from './server/capture.ts';
export { getCurrentScope, getGlobalScope, getIsolationScope, withIsolationScope, withScope } from './server/scopes.ts';

/** For `instrumentation.ts`: starts reporting with the options of the environment and `withSeismo`. */
export function register(): void {
  init();
}

export const onRequestError: Instrumentation.onRequestError = (error, request, context) =>
  // The edge cannot read files of the build; Seismo has the names from the upload.
  capture(error, request, context, async () => null);

export { onRequestError as captureRequestError };

/** For `proxy.ts`: `export const proxy = withProxyErrors((request) => …)`. */
export const withProxyErrors = proxyWrapper(onRequestError);
export { captureRouterTransitionStart } from './client/navigation.ts';
export { nextErrors } from './client/next-errors.ts';
