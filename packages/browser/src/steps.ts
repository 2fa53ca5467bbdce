import { logDebug } from './debug.ts';
import type { Event, EventHint } from './event.ts';
import type { EventProcessor } from './scope.ts';
import type { DropReason } from './transport/transport.ts';

type Step = EventProcessor | false | undefined;

/**
 * Runs an event through the steps that may change or drop it; the last is `beforeSend`. `end` gets the event, or the
 * reason for the drop. Without a promise among the steps everything is synchronous, so that an error during page unload
 * is still sent.
 */
export function run(
  event: Event,
  hint: EventHint,
  steps: readonly Step[],
  wait: (promise: Promise<void>) => unknown,
  end: (event: Event | undefined, reason?: DropReason) => void,
  at = 0,
): void {
  const left = steps.length - at;
  const fail = (error: unknown): void => {
    logDebug(error);
    end(undefined, left ? 'callback_error' : 'internal_sdk_error');
  };
  const go = (changed: Event | null): void =>
    changed
      ? run(changed, hint, steps, wait, end, at + 1)
      : end(undefined, left > 1 ? 'event_processor' : 'before_send');
  try {
    const step = steps[at];
    const result = step ? step(event, hint) : event;
    if (!left) end(event);
    else if (result && 'then' in result) wait(Promise.resolve(result).then(go, fail));
    else go(result);
  } catch (error) {
    fail(error);
  }
}
