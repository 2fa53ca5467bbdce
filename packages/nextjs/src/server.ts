import type { Instrumentation } from 'next';
import { openActionNames } from './server/action-names.ts';
import { captureRequestError as capture, init as start } from './server/capture.ts';
import type { ServerOptions } from './server/options.ts';
import { proxyWrapper } from './server/proxy.ts';
import { isolateRequests } from './server/requests.ts';
import { reportUncaught } from './server/uncaught.ts';

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

let actionOf = openActionNames('.next');

/** Starts reporting. A second call restarts with the new options. */
export function init(options?: ServerOptions): void {
  start(options);
  actionOf = openActionNames(process.env.SEISMO_NEXT_DIST_DIR || '.next');
  isolateRequests();
  reportUncaught();
}

/** For `instrumentation.ts`: starts reporting with the options of the environment and `withSeismo`. */
export function register(): void {
  init();
}

export const onRequestError: Instrumentation.onRequestError = (error, request, context) =>
  capture(error, request, context, actionOf);

export { onRequestError as captureRequestError };

/** For `proxy.ts`: `export const proxy = withProxyErrors((request) => …)`. */
export const withProxyErrors = proxyWrapper(onRequestError);
export { captureRouterTransitionStart } from './client/navigation.ts';
export { nextErrors } from './client/next-errors.ts';
