import { clockSkewMs } from '#domain/normalize/clock.ts';
import type { Item } from '#pipeline/steps.ts';

/** Finds how far the client's clock is off. Later steps add it to the client's times. */
export const correctClock = <Work extends Item>(work: Work): Work & { clockSkewMs: number } =>
  Object.assign(work, { clockSkewMs: clockSkewMs(work.origin.sentAtMs, work.origin.receivedAtMs) });
