export { init } from './init.ts';
export {
  captureException,
  captureMessage,
  captureEvent,
  addBreadcrumb,
  addEventProcessor,
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
export { getClient, getCurrentScope, getIsolationScope, withScope } from './scopes.ts';
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
