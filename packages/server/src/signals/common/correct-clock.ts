import { clockSkewMs } from '#domain/normalize/clock.ts';
import type { Step } from '#pipeline/work.ts';

/** Finds how far the client's clock is off; the readers of times after this one add it. */
export const correctClock: Step = (work) => {
  work.clockSkewMs = clockSkewMs(work.origin.sentAtMs, work.origin.receivedAtMs);
  return null;
};
