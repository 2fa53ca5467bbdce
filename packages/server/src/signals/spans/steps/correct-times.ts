import { limits } from '@seismo/protocol';
import type { Span } from '../span.ts';
import type { SpanItem } from './read-spans.ts';

type Arrived = SpanItem & { clockSkewMs: number };

/**
 * Moves the times of an item's spans to the server's clock, those of a service by the same amount, so that they stay as far
 * apart as they are: a collector sends spans of many services, each with its own clock. Without a time of sending (OTLP has
 * none), only times that cannot be true are moved: the last span then ends at arrival. If others would be too old then, no
 * clock is wrong but single times are, and each span is moved by itself.
 */
export const correctTimes = <Work extends Arrived>(work: Work): Work => {
  if (shiftOf(work.spans, work).shiftUs === 0) return work;
  const services = Map.groupBy(work.spans, ({ attributes }) => attributes.get('service.name'));
  for (const spans of services.values()) {
    const { shiftUs, isOneClock } = shiftOf(spans, work);
    for (const span of spans) move(span, isOneClock ? shiftUs : shiftOf([span], work).shiftUs);
  }
  return work;
};

function shiftOf(spans: readonly Span[], { origin, clockSkewMs }: Arrived): { shiftUs: number; isOneClock: boolean } {
  let shiftUs = clockSkewMs * 1000;
  let [earliestUs, latestUs] = [Infinity, -Infinity];
  for (const { startUs, endUs } of spans) {
    earliestUs = Math.min(earliestUs, startUs);
    latestUs = Math.max(latestUs, endUs);
  }
  const receivedUs = origin.receivedAtMs * 1000;
  const oldestUs = receivedUs - limits.EVENT_AGE_MS_MAX * 1000;
  const isInFuture = latestUs + shiftUs > receivedUs + limits.CLOCK_AHEAD_MS_MAX * 1000;
  if (earliestUs + shiftUs < oldestUs || isInFuture) shiftUs = receivedUs - latestUs;
  return { shiftUs, isOneClock: earliestUs + shiftUs >= oldestUs };
}

function move(span: Span, shiftUs: number): void {
  span.startUs += shiftUs;
  span.endUs += shiftUs;
  for (const event of span.events) event.atUs += shiftUs;
}
