import type { EventPayload, Grouping } from '@seismo/protocol';
import { groupV1 } from './v1.ts';

/** Every version ever released stays here, so that a stored group can be made again. */
export const groupings: Record<Grouping['version'], (event: EventPayload) => Grouping> = { v1: groupV1 };

/** The version that new events are grouped by. */
const groupingVersion: Grouping['version'] = 'v1';

/** The group an event belongs to, and why. Pure, bounded in time, never throws on a normalized event. */
export function group(event: EventPayload): Grouping {
  return groupings[groupingVersion](asSent(event));
}

/**
 * A shortened React error groups by its number, as it was sent: its text changes with React's versions and holds names of
 * components, the number is the same for all of them.
 */
function asSent(event: EventPayload): EventPayload {
  const values = event.exception?.values;
  if (!values?.some(({ raw_value }) => raw_value !== undefined)) return event;
  const sent = values.map((value) => (value.raw_value === undefined ? value : { ...value, value: value.raw_value }));
  return { ...event, exception: { values: sent } };
}
