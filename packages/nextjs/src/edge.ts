import type { Instrumentation } from 'next';
import { captureRequestError as capture, init } from './server/capture.ts';
import { proxyWrapper } from './server/proxy.ts';

/** Of the browser's names, those below work on the server; the others do nothing here. */
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

/** For `instrumentation.ts`: starts reporting with what the environment and `withSeismo` say. */
export function register(): void {
  init();
}

export const onRequestError: Instrumentation.onRequestError = (error, request, context) =>
  // Files of the build are not to be read here; Seismo knows the names from the upload.
  capture(error, request, context, async () => null);

export { onRequestError as captureRequestError };

/** For `proxy.ts`: `export const proxy = withProxyErrors((request) => …)`. */
export const withProxyErrors = proxyWrapper(onRequestError);
export { nextErrors } from './client/next-errors.ts';
