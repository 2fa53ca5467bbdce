export { getDefaultIntegrations, init } from './default-init.ts';
export {
  captureException,
  captureMessage,
  captureEvent,
  addBreadcrumb,
  addEventProcessor,
  addIntegration,
  setUser,
  setTag,
  setTags,
  setExtra,
  setExtras,
  setContext,
  lastEventId,
  isEnabled,
  isInitialized,
  flush,
  close,
} from './capture.ts';
export { breadcrumbs, breadcrumbs as breadcrumbsIntegration } from './breadcrumbs/breadcrumbs.ts';
export type { BreadcrumbOptions } from './breadcrumbs/breadcrumbs.ts';
export { sessions, sessions as browserSessionIntegration } from './sessions.ts';
export { captureFeedback, sendFeedback } from './send-feedback.ts';
export type { Feedback } from './send-feedback.ts';
export { vitals, vitals as webVitalsIntegration } from './vitals/vitals.ts';
export { logs } from './logs/logs.ts';
export { logger } from './logs/logger.ts';
export type { Log, LogSeverity } from './logs/log.ts';
export {
  startBrowserTracingNavigationSpan,
  startBrowserTracingPageLoadSpan,
  tracing,
  tracing as browserTracingIntegration,
} from './tracing/tracing.ts';
export type { TracingOptions } from './tracing/tracing.ts';
export {
  getActiveSpan,
  getRootSpan,
  startInactiveSpan,
  startSpan,
  startSpanManual,
  withActiveSpan,
} from './tracing/start.ts';
export type { StartSpanOptions } from './tracing/start.ts';
export { Span, spanToJSON } from './tracing/span.ts';
export { continueTrace, getTraceData } from './tracing/headers.ts';
export type { SamplingContext } from './tracing/sampling.ts';
export { readServerAction, routeOf } from './next/server-action.ts';
export type { ServerAction } from './next/server-action.ts';
export {
  getClient,
  getCurrentScope,
  getGlobalScope,
  getIsolationScope,
  withIsolationScope,
  withScope,
} from './scopes.ts';
export { Scope } from './scope.ts';
export type { EventProcessor, ScopeContext } from './scope.ts';
export type { Client, ClientHooks, PropagationContext } from './client.ts';
export type { BrowserOptions } from './options.ts';
export type { Integration } from './integration.ts';
export type {
  Attachment,
  Breadcrumb,
  BreadcrumbHint,
  Context,
  Event,
  EventHint,
  Exception,
  Mechanism,
  Primitive,
  SeverityLevel,
  StackFrame,
  User,
} from './event.ts';
export { isControlFlow } from './filter/control-flow.ts';
export { parseStack } from './stack/parse.ts';
export { SDK_NAME, SDK_VERSION } from './version.ts';
