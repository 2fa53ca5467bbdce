import type { Event, EventHint } from './event.ts';
import type { EventProcessor } from './scope.ts';

type Step = EventProcessor | false | undefined;

/**
 * Sends an event through what may change it or end its way. `end` gets the event, or the step that let it go, or nothing
 * where a step threw. Without a promise among the steps everything happens at once, so that an error of the last moment of
 * a page still leaves it.
 */
export function run(
  given: Event,
  hint: EventHint,
  steps: readonly Step[],
  wait: (promise: Promise<void>) => unknown,
  end: (end: Event | EventProcessor | undefined) => void,
): void {
  let event = given;
  try {
    for (const [index, step] of steps.entries()) {
      if (!step) continue;
      const result: ReturnType<EventProcessor> = step(event, hint);
      if (!result) {
        end(step);
        return;
      }
      if ('then' in result) {
        const rest = (late: Event | null): void =>
          late ? run(late, hint, steps.slice(index + 1), wait, end) : end(step);
        wait(Promise.resolve(result).then(rest, () => end(undefined)));
        return;
      }
      event = result;
    }
    end(event);
  } catch {
    end(undefined);
  }
}
