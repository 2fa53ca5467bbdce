import type { Event, EventHint } from './event.ts';
import type { EventProcessor } from './scope.ts';

type Step = EventProcessor | false | undefined;

interface Ends {
  deliver: (event: Event) => void;
  /** `step` let it go, or what threw did. */
  drop: (step?: Step) => void;
  wait: (promise: Promise<void>) => void;
}

/**
 * Sends an event through what may change it or end its way. Without a promise among the steps everything happens at once,
 * so that an error of the last moment of a page still leaves it.
 */
export function run(given: Event, hint: EventHint, steps: readonly Step[], ends: Ends): void {
  let event: Event | null = given;
  try {
    for (const [index, step] of steps.entries()) {
      const result: ReturnType<EventProcessor> = step ? step(event, hint) : event;
      if (result && 'then' in result) {
        const rest = (late: Event | null): void =>
          late ? run(late, hint, steps.slice(index + 1), ends) : ends.drop(step);
        ends.wait(Promise.resolve(result).then(rest, () => ends.drop()));
        return;
      }
      event = result;
      if (!event) {
        ends.drop(step);
        return;
      }
    }
    ends.deliver(event);
  } catch {
    ends.drop();
  }
}
