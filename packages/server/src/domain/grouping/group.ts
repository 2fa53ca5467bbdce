import type { EventPayload, Frame, Grouping, Stacktrace } from '@seismo/protocol';
import { groupV1 } from './v1.ts';
import { groupV2 } from './v2.ts';

/** Every version ever released stays here, so that a stored group can be made again. */
export const groupings: Record<Grouping['version'], (event: EventPayload) => Grouping> = { v1: groupV1, v2: groupV2 };

/** The group an event belongs to, and why. Pure, bounded in time, never throws on a normalized event. */
export function group(event: EventPayload): Grouping {
  return groupV2(asSent(event));
}

/** The hash by an earlier version: an issue with this hash gets the event. `null` if it is the same. */
export function earlierHash(event: EventPayload, { version }: Grouping): string | null {
  return version === 'v1' ? null : groupV1(asV1(event)).hash;
}

/**
 * A shortened React error is grouped by its number, as sent: the text changes between React versions and contains
 * component names.
 */
function asSent(event: EventPayload): EventPayload {
  const values = event.exception?.values;
  if (!values?.some(({ raw_value }) => raw_value !== undefined)) return event;
  const sent = values.map((value) => (value.raw_value === undefined ? value : { ...value, value: value.raw_value }));
  return { ...event, exception: { values: sent } };
}

/** With the frames in-app that were so when v1 made the issues that are there. */
function asV1(event: EventPayload): EventPayload {
  const seen = <Holder extends { stacktrace?: Stacktrace }>(holder: Holder): Holder =>
    holder.stacktrace ? { ...holder, stacktrace: { frames: holder.stacktrace.frames.map(frameAsV1) } } : holder;
  return seen({
    ...event,
    ...(event.exception && { exception: { values: event.exception.values.map(seen) } }),
    ...(event.threads && { threads: { values: event.threads.values.map(seen) } }),
  });
}

function frameAsV1(frame: Frame): Frame {
  return frame.in_app_v1 === undefined ? frame : { ...frame, in_app: frame.in_app_v1 };
}
