import type { EventHint } from './event.ts';
import type { Scope, ScopeContext } from './scope.ts';

export type CaptureContext = Scope | ScopeContext | ((scope: Scope) => unknown);
export type CaptureHint = EventHint & { captureContext?: CaptureContext };

/** What stands in for a hint: a scope, a function on it, or some of its fields. */
const isContext = (given: CaptureHint | CaptureContext | undefined): given is CaptureContext =>
  typeof given === 'function' ||
  ['user', 'level', 'extra', 'contexts', 'tags', 'fingerprint'].some((field) => field in Object(given));

export const hintOf = (given: CaptureHint | CaptureContext | undefined): CaptureHint =>
  isContext(given) ? { captureContext: given } : { ...given };
