import { limits } from '@seismo/protocol';
import type { SpanItem } from './read-spans.ts';

/**
 * Moves the times of an item's spans to the server's clock, all by the same amount, so that they stay as far apart as they
 * are. Without a time of sending (OTLP has none), only times that cannot be true are moved: the last span then ends at arrival.
 */
export const correctTimes = <Work extends SpanItem & { clockSkewMs: number }>(work: Work): Work => {
  const { spans, origin, clockSkewMs } = work;
  let shiftUs = clockSkewMs * 1000;
  let [earliestUs, latestUs] = [Infinity, -Infinity];
  for (const { startUs, endUs } of spans) {
    earliestUs = Math.min(earliestUs, startUs);
    latestUs = Math.max(latestUs, endUs);
  }
  const receivedUs = origin.receivedAtMs * 1000;
  const isTooOld = earliestUs + shiftUs < receivedUs - limits.EVENT_AGE_MS_MAX * 1000;
  const isInFuture = latestUs + shiftUs > receivedUs + limits.CLOCK_AHEAD_MS_MAX * 1000;
  if (isTooOld || isInFuture) shiftUs = receivedUs - latestUs;
  if (shiftUs === 0) return work;
  for (const span of spans) {
    span.startUs += shiftUs;
    span.endUs += shiftUs;
    for (const event of span.events) event.atUs += shiftUs;
  }
  return work;
};
