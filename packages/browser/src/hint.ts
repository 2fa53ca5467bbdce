import type { EventHint } from './event.ts';
import type { Scope, ScopeContext } from './scope.ts';

export type CaptureContext = Scope | ScopeContext | ((scope: Scope) => unknown);
export type CaptureHint = EventHint & { captureContext?: CaptureContext };

/** In place of a hint there may be a scope, a function on it, or some of its fields. */
export const hintOf = (given: CaptureHint | CaptureContext | undefined): CaptureHint =>
  typeof given === 'function' ||
  Object.keys(Object(given)).some((field) => /^(user|level|extra|contexts|tags|fingerprint)$/.test(field))
    ? { captureContext: given as CaptureContext }
    : { ...(given as CaptureHint) };
