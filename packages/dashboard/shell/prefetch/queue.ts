export const PREFETCHES_IN_FLIGHT_MAX = 5;
/** Waiting prefetches beyond this are dropped, oldest first. */
export const PREFETCHES_WAITING_MAX = 10;

/**
 * Runs prefetches in order of intent, newest first, at most five at a time, each address once in a while. `run` resolves
 * when its prefetch is over; a rejection counts as over.
 */
export function prefetchQueue(run: (href: string) => Promise<void>, now: () => number, againAfterMs = 300_000) {
  const startedAtMs = new Map<string, number>();
  let waiting: string[] = [];
  let inFlight = 0;

  function next() {
    while (inFlight < PREFETCHES_IN_FLIGHT_MAX) {
      const href = waiting.pop();
      if (href === undefined) return;
      startedAtMs.set(href, now());
      inFlight += 1;
      const over = () => {
        inFlight -= 1;
        next();
      };
      run(href).then(over, over);
    }
  }

  return {
    /** Queues the page of a link the user is about to open. */
    intend(href: string): void {
      const startedAt = startedAtMs.get(href);
      if (startedAt !== undefined && now() - startedAt < againAfterMs) return;
      waiting = [...waiting.filter((other) => other !== href), href].slice(-PREFETCHES_WAITING_MAX);
      next();
    },
    get inFlight() {
      return inFlight;
    },
  };
}
